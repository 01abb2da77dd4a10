# The command, with the code of all games compiled: `docker run -v "$PWD:/work" IMAGE run defenders`.
FROM python:3.13-slim
COPY . /source
RUN pip install --no-cache-dir /source && rm -r /source
# Compiled code is of one kind of processor: elsewhere it is compiled anew, as without it.
ENV SIMULATE_CACHE=/cache
RUN useradd --create-home designer && mkdir /cache /work && chown designer /cache /work
USER designer
WORKDIR /tmp
RUN for game in defenders kingdoms ultra_kingdoms dungeons tactics; do \
      simulate run "$game" --games 1 --set strategy=quick --no-second --quiet --out "$game" \
      && rm -r "$game" || exit 1; done
WORKDIR /work
ENTRYPOINT ["simulate"]
CMD ["--help"]
