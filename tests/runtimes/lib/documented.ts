// Copies the code of docs/other-runners.md to files, as a user would.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { chromiumPath } from '../../../scripts/chromium.mjs'

const page = new URL('../../../docs/other-runners.md', import.meta.url)

/**
 * Writes the files of a section into a folder, with free ports instead of the documented ones, and
 * with the program that they test. `steps` are the commands of the section's workflow, for a daemon
 * on `port`.
 */
export async function copySection(
  title: string,
  user: string,
): Promise<{ folder: string; port: string; steps: readonly string[] }> {
  const folder = join(user, 'documented', title.replace(/\W/g, '-'))
  await mkdir(folder, { recursive: true })
  const [app, daemon] = [await freePort(), await freePort()]
  const text = (await readFile(page, 'utf8')).replaceAll('3000', app).replaceAll('16540', daemon)
  const section = text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
  for (const [, name = '', content = ''] of section.matchAll(block)) {
    await writeFile(join(folder, name), content)
  }
  await cp(new URL('../fixtures/documented', import.meta.url), folder, { recursive: true })
  await writeFile(join(folder, 'browser.config.ts'), withBrowser)
  const steps = [...section.matchAll(/^ {2}- run: (.*)$/gm)].map(([, step = '']) => step)
  const variables = /^ {4}env: \{ (\w+): (\S+) \}$/m.exec(section)
  const exported = variables ? [`export ${variables[1]}=${variables[2]}`] : []
  return { folder, port: daemon, steps: [...exported, ...steps] }
}

/** A code block that begins with the name of its file. */
const block = /^```[jt]s\n\/\/ (\S+)\n([\s\S]*?)^```$/gm

/** The configuration, with the Chromium of this machine. */
const withBrowser = `import config from './playwright.config.ts'
const launchOptions = { executablePath: ${JSON.stringify(chromiumPath)} }
export default { ...config, use: { ...config.use, launchOptions } }
`

async function freePort(): Promise<string> {
  const server = createServer().listen(0)
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}
