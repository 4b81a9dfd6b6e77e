// A fresh process for one import, named by the first argument; prints how long it took.
import { imports } from '../measurements/imports.ts'

const importIt = imports[process.argv[2] ?? '']
const start = performance.now()
const found = await importIt?.()
const ms = performance.now() - start
if (typeof found !== 'function') throw new Error(`${process.argv[2]} has no such export.`)
// Some leave something running.
process.stdout.write(JSON.stringify({ ms }), () => process.exit())
