"""A file that a browser keeps."""

from django.http import HttpResponse

from tournaments.pages.files.tournament_export import Download


def attachment(download: Download) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{download.file_name}"'}
    return HttpResponse(download.data, content_type=download.type, headers=headers)
