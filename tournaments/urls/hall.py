"""The screen in the hall. Comes after the staff's pages, which clubs' addresses would match too."""

from tournaments.urls.public import PUBLIC, page_and_live
from tournaments.views.rounds import projector

urlpatterns = [
    *page_and_live(f"{PUBLIC}/hall/", projector.public_hall, name="public_hall"),
    *page_and_live(f"{PUBLIC}/hall/<slug:part>/", projector.public_hall, name="public_hall_part"),
]
