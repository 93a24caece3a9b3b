"""The screen in the hall. Comes after the staff's pages, which clubs' addresses would match too."""

from tournaments.views import hall
from tournaments.views.urls.tables import PUBLIC, page_and_live

urlpatterns = [
    *page_and_live(f"{PUBLIC}/hall/", hall.public_hall, name="public_hall"),
    *page_and_live(f"{PUBLIC}/hall/<slug:part>/", hall.public_hall, name="public_hall_part"),
]
