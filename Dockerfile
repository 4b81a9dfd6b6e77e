# docker build -t mock-endpoint .
# docker run -p 127.0.0.1:16540:16540 -v mock-endpoint:/data mock-endpoint --no-token
FROM node:22-slim AS build
WORKDIR /src
COPY . .
RUN node scripts/lay-out-image.mjs /app

FROM node:22-slim
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /data
VOLUME /data
# Beyond the loopback of the container, so a start needs MOCK_ENDPOINT_TOKEN or --no-token.
# With MALLOC_MMAP_THRESHOLD_, glibc returns the memory of large bodies when they are freed.
ENV NODE_ENV=production MOCK_ENDPOINT_HOST=0.0.0.0 MOCK_ENDPOINT_DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=1048576
EXPOSE 16540
HEALTHCHECK --start-period=10s CMD ["node", "/app/node_modules/@mock-endpoint/server/dist/bin.js", "status"]
ENTRYPOINT ["node", "/app/node_modules/@mock-endpoint/server/dist/bin.js"]
