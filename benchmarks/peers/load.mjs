// The way from the benchmarks to the peers: a name is looked up from here.
export function load(name) {
  return import(name)
}
