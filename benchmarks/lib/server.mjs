// The way from the benchmarks to the built server package.
export function loadServer() {
  return import('../../packages/server/dist/index.js')
}
