# Two stages: the first builds the wheel from packages whose hashes are known, the second has neither pip nor what only
# building needs. Debian's own Python and PostgreSQL's programs get Debian's security fixes whenever it is built anew.
# An exact version of the base: its digest could not be looked up where this was written. `make image` gives another.
ARG BASE=docker.io/library/debian:13.8-slim
FROM ${BASE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-17 python3-venv
RUN python3 -m venv /build && python3 -m venv --without-pip /venv
COPY requirements.txt .
RUN /build/bin/pip download --no-cache-dir --require-hashes --only-binary :all: --dest /packages -r requirements.txt \
    && /build/bin/pip install --no-index --find-links /packages -r requirements.txt
WORKDIR /source
COPY pyproject.toml README.md CHANGELOG.md LICENSE hatch_build.py manage.py ./
COPY clubchess clubchess
COPY tournaments tournaments
COPY templates templates
COPY static static
COPY locale locale
RUN /build/bin/python -m hatchling build --target wheel --directory /packages \
    && /build/bin/pip --python /venv/bin/python install --no-index --find-links /packages 'clubchess[server]'

FROM ${BASE}
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libpq5 python3 \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
# For `clubchess backup` and `restore`: of no older version than the server in compose.yaml. Debian's package of them wants
# Perl, a sixth of the image.
COPY --from=build /usr/lib/postgresql/17/bin/pg_dump /usr/lib/postgresql/17/bin/pg_restore /usr/lib/postgresql/17/bin/psql /usr/local/bin/
# A number that most people's own files have, so that what is mounted from a home directory can be read.
RUN groupadd --gid 1000 clubchess && useradd --create-home --uid 1000 --gid 1000 clubchess && install -d -o clubchess -g clubchess /data
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH LANG=C.UTF-8 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 CLUBCHESS_DATA=/data
WORKDIR /data
USER clubchess
VOLUME /data
EXPOSE 8000
# Whether it lives: an orchestrator restarts what is unhealthy, and with a full disk (/readyz: 503) it still shows pages.
# It listens once it has migrated, which takes minutes on a small machine with years of data: until then it is "starting".
HEALTHCHECK --interval=30s --timeout=5s --start-period=10m \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["sh", "-c", "clubchess prepare && exec clubchess serve --bind 0.0.0.0:8000"]
