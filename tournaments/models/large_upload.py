"""A file that an address has sent and that takes a while to read, as long as it counts against that address."""

from typing import ClassVar

from django.db import models


class LargeUpload(models.Model):
    """No record tells of it: nothing of a club's is changed by it, and after an hour it is gone."""

    asked_from = models.CharField(max_length=20)
    """Tells addresses apart and names none; another word each day."""
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """Null: it is being read, or whoever read it was ended."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["asked_from"], condition=models.Q(ended_at=None), name="large_upload_one_at_a_time"
            ),
        ]
