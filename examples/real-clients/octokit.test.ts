import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockServer, test } from '@mock-endpoint/vitest-plugin'
import { Octokit } from '@octokit/rest'
import { expect, onTestFinished } from 'vitest'

const issues = '/repositories/1300192/issues'

// It plays the real service here: a page has a link to the next one.
const real = await createMockServer({
  rules: [
    {
      endpoint: 'github',
      when: { path: '/repos/octocat/Spoon-Knife/issues' },
      response: {
        data: [{ number: 1 }, { number: 2 }],
        headers: { link: `<\${/endpoint}${issues}?per_page=2&page=2>; rel="next"` },
        dynamic: true,
      },
    },
    {
      endpoint: 'github',
      when: { path: issues, query: { page: 2 } },
      response: { data: [{ number: 3 }] },
    },
  ],
})

test('the next page is a recording, too', async ({ mock }) => {
  const service = await real.serve('github')
  const to = await mkdtemp(join(tmpdir(), 'recordings-'))
  onTestFinished(() => rm(to, { recursive: true }))
  const from = service.origin

  const list = async (baseUrl: string) => {
    const octokit = new Octokit({ baseUrl, auth: 'ghp_0123456789' })
    const repo = { owner: 'octocat', repo: 'Spoon-Knife', per_page: 2 }
    const found = await octokit.paginate(octokit.rest.issues.listForRepo, repo)
    return found.map(({ number }) => number)
  }

  const asked = await mock.record('github', { from, to, mode: 'new' })
  expect(await list(asked.origin)).toEqual([1, 2, 3])
  await asked.close()
  await real.close()

  const github = await mock.record('github', { from, to, mode: 'replay' })
  expect(await list(github.origin)).toEqual([1, 2, 3])

  const recordings = await readFile(join(to, 'mock-endpoint.json'), 'utf8')
  expect(recordings).toContain(`<\${/endpoint}${issues}?per_page=2&page=2>; rel=\\"next\\"`)
  expect(recordings).not.toContain('ghp_0123456789')
})
