# Two stages: the first installs from the hashes, the second has neither pip's caches nor root. Exact versions of the base:
# its digest could not be looked up where this was written.
FROM python:3.11.16-slim-trixie AS build
WORKDIR /app
RUN python -m venv /venv
COPY requirements.txt .
RUN /venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements.txt
COPY manage.py ./
COPY clubchess clubchess
COPY tournaments tournaments
COPY templates templates
COPY static static
COPY locale locale
ENV STATIC_ROOT=/app/collected
# A key for these two lines only: the real one is made in the volume, or given.
RUN SECRET_KEY=only-while-building CLUBCHESS_DATA=/tmp/building /venv/bin/python manage.py collectstatic --no-input \
    && if find locale -name '*.po' | grep -q .; then /venv/bin/pybabel compile --directory locale --domain django; fi

FROM python:3.11.16-slim-trixie
# pg_dump for `manage.py backup`: of no older version than the server in compose.yaml. Debian 13 has 17.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
# A number that most people's own files have, so that what is mounted from a home directory can be read.
RUN groupadd --gid 1000 clubchess && useradd --create-home --uid 1000 --gid 1000 clubchess && install -d -o clubchess -g clubchess /data
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 CLUBCHESS_DATA=/data STATIC_ROOT=/app/collected
USER clubchess
VOLUME /data
EXPOSE 8000
# Whether it lives: an orchestrator restarts what is unhealthy, and with a full disk (/readyz: 503) it still shows pages.
# It listens once it has migrated, which takes minutes on a small machine with years of data: until then it is "starting".
HEALTHCHECK --interval=30s --timeout=5s --start-period=10m \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["sh", "-c", "python manage.py migrate --no-input && exec python manage.py serve --bind 0.0.0.0:8000"]
