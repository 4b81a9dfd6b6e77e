// Names and bodies that have a meaning to a browser are shown as text, and no script in them runs.
import { expect, test } from 'vitest'
import { nameField, names } from './lib/endpoints.ts'
import { openPage } from './lib/page.ts'
import { idOf, openedRequest } from './lib/requests.ts'

const texts = [
  '<script>alert(1)<\u2215script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  'javascript:alert(1)',
  '$' + '{alert(1)}',
  '{{constructor.constructor("alert(1)")()}}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '&lt;b&gt;&amp;',
  '%3Cscript%3E',
  '%00',
  '%',
  '%zz',
  '?a=b&c=d',
  '#requests',
  '..%2f..',
  ' leading and trailing ',
  '\u202Eright to left\u202C',
  '\uFEFFzero width\u200B',
  'ä\u0308 o\u0302',
  '😀👩‍👩‍👧‍👦',
  '𝒜'.repeat(60),
  'a'.repeat(255),
  'سلام שלום 你好 こんにちは',
  "Robert'); DROP TABLE endpoints;--",
  '`$(reboot)`',
  '-rf',
  '<!--',
  ']]>',
  '<style>*{display:none}<\u2215style>',
  '<base href=http:attacker.test>',
  '<form action=x><input name=getElementById>',
  'null',
  'undefined',
  'NaN',
  '0',
  '-0',
  'true',
  'new',
  'add',
  'data',
  'on*=1',
  'onfocus=alert(1) autofocus',
  '\\u003cscript\\u003e'.replaceAll('\\', '⧵'),
  '<iframe srcdoc=x>',
  '<a href=data:text,x>',
  '<math><mtext><img src=x onerror=alert(1)>',
]

test(`${texts.length} hostile names, and as many bodies and rules, are shown as text`, async () => {
  const { page, daemon, complaints } = await openPage()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  for (const text of texts) {
    await daemon.add(JSON.stringify({ name: text, data: { [text]: [text] } }))
    // A rule cannot have a condition for a parameter of this name.
    const query = text === '__proto__' ? {} : { [text]: text }
    const when = { query, body: text }
    await daemon.addRule(
      JSON.stringify({ id: text, endpoint: text, when, response: { body: text } }),
    )
    await fetch(`${daemon.url}/endpoint/${encodeURIComponent(text)}?${encodeURIComponent(text)}`, {
      method: 'POST',
      body: text,
    })
  }
  await page.reload()
  await expect.poll(async () => new Set(await names(page))).toEqual(new Set(texts))
  for (const text of texts) {
    const segment = encodeURIComponent(text)
    await page.goto(`${daemon.url}/#/endpoint/${segment}/rule/${segment}`)
    await expect
      .poll(() =>
        nameField(page)
          .inputValue()
          .catch(() => ''),
      )
      .toBe(text)
    const id = page.locator('.rules .counts code')
    await expect.poll(() => id.textContent().catch(() => '')).toBe(text)
  }
  const first = await idOf(daemon)
  for (const [i, text] of texts.entries()) {
    await page.goto(`${daemon.url}/#/requests/${first + i}`)
    const body = openedRequest(page).locator('pre').first()
    await expect.poll(() => body.textContent().catch(() => '')).toBe(text)
  }
  expect({ complaints, dialogs }).toEqual({ complaints: [], dialogs: [] })
}, 180_000)
