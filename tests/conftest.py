"""How hard Hypothesis tries: HYPOTHESIS_PROFILE=thorough for the long form."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("quick", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
