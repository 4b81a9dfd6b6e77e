// Measurements in rounds, so that a busy minute of the machine falls on every contender.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { summarize } from './stats.mjs'

const run = promisify(execFile)
/** After so many milliseconds a measurement hangs. */
const patience = 60_000

/**
 * Measures each contender once per round, every other round in reverse. Resolves to the figures of
 * each: the names that `measure` gives them, and what the rounds come to.
 */
export async function measureInRounds({ contenders, rounds, measure, onRound }) {
  const figures = Object.fromEntries(contenders.map((contender) => [contender, {}]))
  for (let round = 0; round < rounds; round++) {
    onRound(round + 1)
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const measured = await measure(contender)
      for (const [name, value] of Object.entries(measured)) {
        figures[contender][name] ??= []
        figures[contender][name].push(value)
      }
    }
  }
  return mapValues(figures, (ofOne) => mapValues(ofOne, summarize))
}

/** Runs a script in a process of its own. Resolves to the JSON it prints; rejects when it fails. */
export function runScript(path, args) {
  return runCommand(process.execPath, [path, ...args])
}

/** The same of any command. */
export async function runCommand(command, args) {
  const { stdout } = await run(command, args, { timeout: patience })
  return JSON.parse(stdout)
}

/** How many times one contender's figure is another's: round by round, as they were neighbours. */
export function ratioOf(one, other) {
  return summarize(one.values.map((value, round) => value / other.values[round]))
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
