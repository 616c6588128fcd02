# Tollgate as an image: docker build -t tollgate . — how to run it: docs/deploy.md.
# The Node line in long-term support; it is copied into an image that has a C library and nothing else, not even a shell.
FROM node:26-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY scripts/local-nodes scripts/local-nodes
# The versions of the lock file, without install scripts: none of what stays needs one.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build
# What only building, testing and the demo need goes; so does libsql's build for another C library.
RUN npm prune --omit=dev --ignore-scripts && rm -rf node_modules/@foundry-rs node_modules/@solana node_modules/@libsql/*-musl && mkdir -p /state
# As in the package: these keys name what only the repository has.
RUN npm pkg delete scripts devDependencies overrides

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /build/package.json /build/LICENSE /app/
COPY --from=build /build/node_modules /app/node_modules
COPY --from=build /build/dist /app/dist
# Owned by the user, so that a volume mounted here is too.
COPY --from=build --chown=65532:65532 /state /var/lib/tollgate
ENV NODE_ENV=production
USER 65532:65532
WORKDIR /var/lib/tollgate
EXPOSE 8545 8546
STOPSIGNAL SIGTERM
# Whether the process lives; whether it should get traffic is /readyz, for balancers.
HEALTHCHECK --interval=10s --timeout=5s --start-period=15s CMD ["/usr/local/bin/node", "-e", "fetch('http://127.0.0.1:8546/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/node", "/app/dist/src/main.js"]
CMD ["serve", "--config", "/etc/tollgate/tollgate.yaml"]
