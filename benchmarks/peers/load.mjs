// Imports a peer for the benchmarks, because its name can only be resolved from this folder.
export function load(name) {
  return import(name)
}
