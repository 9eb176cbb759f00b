# vaultd in a container: the daemon, with your notes as a volume.
#   docker build -t vaultd .
# As a service, see compose.yaml. For one agent, over standard input and output:
#   docker run -i --rm -v ~/Notes:/vault vaultd mcp /vault
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
# Installs and builds first.
RUN npm pack --silent --pack-destination /tmp

FROM node:22-bookworm-slim
COPY --from=build /tmp/vaultd-*.tgz /tmp/vaultd.tgz
RUN npm install -g --no-audit --no-fund /tmp/vaultd.tgz \
 && rm -rf /tmp/vaultd.tgz /root/.npm \
 && mkdir -p /vault /state /run/vaultd \
 && chown node:node /vault /state /run/vaultd \
 && chmod 700 /state /run/vaultd
USER node
ENV VAULTD_STATE_DIR=/state VAULTD_RUNTIME_DIR=/run/vaultd VAULTD_CONFIG=/etc/vaultd/config.toml
VOLUME ["/vault", "/state"]
EXPOSE 3010
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["vaultd", "daemon", "status", "--quiet"]
ENTRYPOINT ["vaultd"]
# The other protocols need the machine of their client: its sockets, its home folder or its loopback.
CMD ["daemon", "run", "--no-remote", "--no-ide", "--no-web", "/vault"]
