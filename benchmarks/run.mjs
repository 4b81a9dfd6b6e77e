// `npm run bench` runs every benchmark, `npm run bench -- <name>` one: a file of that name here.
// With `--short` those that know a shorter form run that.
import { readdirSync } from 'node:fs'
import { prepare } from '../scripts/prepare.mjs'
import { reportTargets } from './lib/targets.mjs'

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.slice(0, -'.mjs'.length))

const isShort = process.argv.includes('--short')
const asked = process.argv.slice(2).filter((argument) => argument !== '--short')
const unknown = asked.find((name) => !names.includes(name))
if (unknown !== undefined) {
  process.stderr.write(`There is no benchmark ${unknown}; there are: ${names.join(', ')}.\n`)
  process.exit(2)
}

prepare()
const targets = []
for (const name of asked.length > 0 ? asked : names) {
  process.stdout.write(`\n▸ ${name}\n`)
  const { run } = await import(`./${name}.mjs`)
  targets.push(...(await run({ isShort })))
}
reportTargets(targets)
