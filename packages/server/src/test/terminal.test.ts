// The built daemon on a real terminal: its output, and the letters that it reads.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { freePort } from './daemon.ts'
import { hasTerminals, openTerminal } from './terminal.ts'

const isThere = hasTerminals()

beforeEach((context) => context.skip(!isThere, 'needs script and dash'))

async function journalOf(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/request`)
  const { requests } = (await response.json()) as { requests: { path: string }[] }
  return requests.map(({ path }) => path)
}

describe('a letter with Enter', () => {
  test('? and h list the letters, and the banner names them', async () => {
    const terminal = await openTerminal()
    await terminal.start()
    await terminal.shows(/o opens the web UI, c clears the requests, q quits, \? lists the letters/)
    for (const key of '?hH') {
      terminal.type(`${key}\n`)
      await terminal.shows(/o +opens the web UI\r\n +c +clears the requests\r\n +q +quits/)
      await terminal.shows(/\?, h +lists the letters\r\n/)
    }
  })

  test('o opens the web UI', async () => {
    const terminal = await openTerminal()
    const url = await terminal.start()
    terminal.type('o\n')
    await expect.poll(() => terminal.opened().catch(() => [])).toEqual([url])
  })

  test('c clears the requests', async () => {
    const terminal = await openTerminal()
    const url = await terminal.start()
    await fetch(`${url}/endpoint/orders`)
    await terminal.shows(/\/endpoint\/orders 404/)
    expect(await journalOf(url)).toEqual(['/endpoint/orders'])
    terminal.type('c\n')
    await terminal.shows(/The journal is empty\./)
    expect(await journalOf(url)).toEqual([])
  })

  test.each([
    ['q', 'q\n'],
    ['Ctrl+C', '\u0003'],
  ])('%s waits for responses in progress and exits with 0', async (_, key) => {
    const terminal = await openTerminal()
    const url = await terminal.start('; echo "code $?"')
    const body = '{"name":"slow","data":1,"delay":300}'
    await fetch(`${url}/api/endpoint/add`, { method: 'PUT', body })
    const answer = fetch(`${url}/endpoint/slow`)
    await expect.poll(() => journalOf(url)).toEqual(['/endpoint/slow'])
    terminal.type(key)
    await terminal.shows(/Stopping/)
    expect(await (await answer).text()).toBe('1')
    await terminal.shows(/code 0\r\n/)
  })

  test('a second Ctrl+C ends the daemon at once', async () => {
    const terminal = await openTerminal()
    const url = await terminal.start('; echo "code $?"')
    const body = '{"name":"slow","data":1,"delay":60000}'
    await fetch(`${url}/api/endpoint/add`, { method: 'PUT', body })
    const answer = fetch(`${url}/endpoint/slow`).catch(() => 'nothing')
    await expect.poll(() => journalOf(url)).toEqual(['/endpoint/slow'])
    terminal.type('\u0003')
    await terminal.shows(/Stopping/)
    terminal.type('\u0003')
    await terminal.shows(/code 1\r\n/)
    expect(await answer).toBe('nothing')
  })

  test('a letter in a longer line does nothing', async () => {
    const terminal = await openTerminal()
    await terminal.start()
    terminal.type('quit: o, c, q\nqq\n\u001b[A\n?\n')
    const { input } = await terminal.shows(/o +opens the web UI\r/)
    expect(input).not.toMatch(/Stopping|empty/)
  })

  test('is taken again after Ctrl+Z and fg', async () => {
    const terminal = await openTerminal()
    await terminal.start()
    for (let i = 0; i < 2; i++) {
      terminal.type('\u001a')
      await terminal.shows(/Stopped/)
      terminal.type('fg\n')
      await terminal.shows(/mock-endpoint --memory/)
      terminal.type('?\n')
      await terminal.shows(/lists the letters/)
    }
    terminal.type('q\n')
    await terminal.shows(/Stopping/)
  })
})

describe('in the background', () => {
  test.each([
    ['&', '&'],
    ['Ctrl+Z and bg', ''],
  ])('%s: the daemon runs on, and leaves what is typed to the shell', async (_, flags) => {
    const terminal = await openTerminal()
    const url = await terminal.start(flags)
    if (flags === '') {
      terminal.type('\u001a')
      await terminal.shows(/Stopped/)
      terminal.type('bg\n')
    } else await terminal.shows(/Ctrl\+C/)
    for (const word of ['one', 'two', 'three']) {
      terminal.type(`echo "<${word}>" | tr a-z A-Z\n`)
      await terminal.shows(new RegExp(`<${word.toUpperCase()}>`))
    }
    expect((await fetch(`${url}/api/health`)).status).toBe(200)
    terminal.type('jobs\n')
    await terminal.shows(/Running/)
    terminal.type('kill %1; wait %1; echo "code $?"\n')
    await terminal.shows(/code 0/)
  })
})

describe('no letters are read', () => {
  test('no letters are read when the input is not a terminal', async () => {
    const terminal = await openTerminal()
    await terminal.start('</dev/null')
    await terminal.shows(/Ctrl\+C\r\n/)
    terminal.type('q\n\u0003')
    await terminal.shows(/Stopping/)
  })

  test.each(['--json', '--quiet'])('no letters are read with %s', async (flag) => {
    const terminal = await openTerminal()
    const port = await freePort()
    terminal.type(`mock-endpoint --memory ${flag} -p ${port}; echo "code $?"\n`)
    const health = () => fetch(`http://127.0.0.1:${port}/api/health`).then(({ ok }) => ok)
    await expect.poll(() => health().catch(() => false)).toBe(true)
    terminal.type('q\n')
    await terminal.shows(/[\n ]q/)
    terminal.type('\u0003')
    await terminal.shows(/\^C[\s\S]*code 0/)
  })
})

describe('--open', () => {
  test('--open opens the web UI at the start', async () => {
    const terminal = await openTerminal()
    const url = await terminal.start('--open')
    await expect.poll(() => terminal.opened().catch(() => [])).toEqual([url])
  })

  test('--open prints a warning when the opener fails, and the daemon continues', async () => {
    const terminal = await openTerminal({ OPENER_CODE: '3' })
    const url = await terminal.start('--open')
    const { input } = await terminal.shows(/warning: The web UI could not be opened [^\n]*\n/)
    expect(input).toContain(`in a browser: xdg-open ended with 3. It is at ${url}.`)
    expect((await fetch(`${url}/api/health`)).status).toBe(200)
  })

  test('warns when there is no opener, and goes on', async () => {
    const terminal = await openTerminal()
    await rm(join(terminal.folder, 'xdg-open'))
    terminal.type('PATH="$PWD"\n')
    const url = await terminal.start('--open')
    const { input } = await terminal.shows(/warning: The web UI could not be opened [^\n]*\n/)
    expect(input).toContain('xdg-open ENOENT')
    expect((await fetch(`${url}/api/health`)).status).toBe(200)
  })
})

describe('requests', () => {
  test('the terminal shows requests to endpoints, but not to the control API and the web UI', async () => {
    const terminal = await openTerminal()
    const url = await terminal.start()
    const body = '{"name":"orders","data":1}'
    await fetch(`${url}/api/endpoint/add`, { method: 'PUT', body })
    for (const path of ['/', '/static/x', '/api/health', '/endpoint/orders?a=b']) {
      await fetch(url + path)
    }
    const { input } = await terminal.shows(/GET +\/endpoint\/orders\?a=b 200/)
    expect(input).not.toMatch(/\/api|\/static|GET +\/ /)
    await fetch(`${url}/endpoint/ordrs`)
    await fetch(`${url}/nothing`, { method: 'POST' })
    await terminal.shows(/GET +\/endpoint\/ordrs 404 unmatched, close to `orders`/)
    await terminal.shows(/POST +\/nothing 404 unmatched/)
  })

  test('with --verbose, the terminal shows all requests', async () => {
    const terminal = await openTerminal()
    const url = await terminal.start('--verbose')
    await fetch(url)
    await terminal.shows(/GET +\/ 200/)
    await fetch(`${url}/api/health`)
    await terminal.shows(/GET +\/api\/health 200/)
    await fetch(`${url}/endpoint/a`)
    await terminal.shows(/GET +\/endpoint\/a 404 unmatched/)
  })
})
