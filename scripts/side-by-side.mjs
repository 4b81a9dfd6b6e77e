// Runs programs side by side and keeps what each prints in one piece.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { command, root, shell } from './prepare.mjs'

/**
 * Runs all steps in their order, at most `atOnce` at a time, and ends this program with 1 when one
 * failed. A step has a `name`, a `program`, its `args` and the `folder` to run in. What failed steps
 * printed comes last.
 */
export async function runSteps(steps, atOnce) {
  const waiting = [...steps]
  const failed = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { output, code, seconds } = await runStep(step)
      const took = `${step.name}, ${seconds.toFixed(1)} s`
      if (code === 0) say(`\n▸ ${step.name}\n${output}✓ ${took}\n`)
      else {
        say(`\n✗ ${took}\n`)
        failed.push(`\n▸ ${step.name}\n${output}✗ ${took}\n`)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  say(failed.join(''))
  say(`\nchecks: ${steps.length - failed.length} passed, ${failed.length} failed\n`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

async function runStep({ program, args, folder = '' }) {
  const start = performance.now()
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(command(program), args, {
    shell,
    cwd: join(root, folder),
    env: { ...process.env, ...colors },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { output, code, seconds: (performance.now() - start) / 1000 }
}

function say(text) {
  process.stdout.write(text)
}
