import { runs } from '@tickmark/core/runs.testing'
import { encodeReply } from '@tickmark/wire/legacy/codec'
import { randomUUID } from 'node:crypto'
import { type Caller, wallet } from '@tickmark/server/app/app.testing'
import { operatorOf } from '@tickmark/server/app/operatorCaller.testing'
import type { RouteName } from '@tickmark/wire/routes/all'
import type { OperatorRouteName } from '@tickmark/wire/routes/operators/all'
import { chatText } from '@tickmark/wire/schemas/support'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { CANARY, PAYLOADS } from '../../support/house/payloads.ts'
import { newPerson, type Person, visitAs } from '../../support/house/people.ts'
import { reads, seen } from '../../support/page/see.ts'
import { setStage, type Visit } from '../../support/stage/stage.ts'
import { ask } from '../../safety/ask.ts'

const EDITOR = 7_701
/** One in this many texts opens as its own page. */
const EVERY = runs(6, 1)
const stage = setStage({ CONTENT: 'none', OPERATORS: `${wallet(EDITOR).address}:editor,support` })

/** The elements and attributes that editors may use; no payload may leave any others. */
const TAGS = 'P BR B STRONG I EM U UL OL LI H3 H4 A IMG TABLE THEAD TBODY TR TH TD BLOCKQUOTE CODE'.split(' ')
const ATTRIBUTES = ['href', 'src', 'alt', 'rel', 'target', 'colspan', 'rowspan']

let editor: Caller
let person: Person
beforeAll(async () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(60)
  editor = await operatorOf(() => stage.url, wallet(EDITOR))
  person = await newPerson(stage)
})

describe('[T13] a text with a script in it', () => {
  const kinds = [
    ['news', {}],
    ['notice', { type: 1 }],
    ['answer', { area: 'start' }],
    ['text', { type: 17 }],
  ] as const

  test.each(kinds)('is cleaned when it is stored as %s', async (kind, more) => {
    const page = await stage.visit()
    await page.goto('/robots.txt')
    for (const payload of PAYLOADS) {
      const fields = { kind, ...more, title: payload.slice(0, 200), html: `<p>before</p>${payload}` }
      const { item } = await done<{ item: { id: number } }>('consoleContentCreate', fields)
      await done('consoleContentPublish', { id: item.id })
      const { revisions } = await done<{ revisions: { clean: string }[] }>('consoleContentRead', {
        id: item.id,
      })
      const clean = revisions[0]?.clean ?? ''
      expect(await foreignParts(page, clean), `${payload}\nbecame\n${clean}`).toEqual([])
      // The editor's text around the payload stays.
      expect(clean).toContain('<p>before</p>')
    }
  })

  test('runs nowhere on the pages that show it', async () => {
    const noticed = await guarded({ notices: true })
    await noticed.goto('/')
    await seen(noticed.getByRole('dialog').getByText('before').first())
    await expectSilence(noticed)
    const page = await guarded()
    for (const id of (await newsIds()).filter((_, at) => at % EVERY === 0)) {
      await page.goto(`/?news=${id}`)
      await seen(page.getByRole('dialog').getByText('before').first())
    }
    await page.goto('/help')
    await openEveryAnswer(page, PAYLOADS.length)
    await page.goto('/recharge?aid=1&name=USDT&coin=USDT&tab=swap')
    await seen(page.getByText('before').first())
    await expectSilence(page)
  })

  test('runs nowhere even when the server did not sanitize it: the page sanitizes too', async () => {
    // The page's sanitizer parses the whole text, so the policy reports scripts before any of it is in the page.
    stage.forgive(/Content Security Policy directive|policy: (script|style)-src/)
    const page = await guarded()
    const list = PAYLOADS.map((payload, i) => {
      return { id: i + 1, area: 'start', title: payload, html: `<p>before</p>${payload}` }
    })
    await page.route('**/api/getAnswerArea*', (route) =>
      route.fulfill({
        json: { status: 200, message: 'success', data: encodeReply('getAnswerArea', { list }) },
      }),
    )
    await page.goto('/help')
    await openEveryAnswer(page, PAYLOADS.length)
    expect(await page.locator('main').evaluate(foreignIn, ['.prose *', TAGS, ATTRIBUTES] as const)).toEqual(
      [],
    )
    await page.getByRole('searchbox').fill('<img')
    await expectSilence(page)
  })

  test('is plain text in the chat, from either side', async () => {
    const page = await guarded()
    const { thread } = await asked<{ thread: { id: string } }>(person.user, 'openThread', {})
    // The server refuses texts with control characters.
    const words = PAYLOADS.filter((one) => chatText.safeParse(one).success)
    for (const text of words) {
      await asked(person.user, 'sendChat', { threadId: thread.id, key: randomUUID(), text })
      await done('consoleReply', { threadId: thread.id, key: randomUUID(), text })
    }
    const last = words.at(-1) ?? ''
    // The list shows the beginning of the message, the conversation all of it.
    await page.goto('/chat')
    await seen(page.getByText(last.slice(0, 20)))
    await expectSilence(page)
    await page.goto(`/chat?thread=${thread.id}`)
    await seen(page.getByText(last, { exact: true }))
    await expectSilence(page)
    await page.goto('/')
    await expectSilence(page)
  })

  test('is plain text in names, addresses and all other input', async () => {
    const page = await guarded()
    for (const payload of PAYLOADS.slice(0, 20)) {
      const fields = { destination: payeeOf(payload), label: payload.slice(0, 40) }
      await ask(person.user, 'addAddress', { fields })
    }
    await page.goto('/protection')
    await expectSilence(page)
    for (const payload of PAYLOADS.filter((_, at) => at % 4 === 0)) {
      const text = encodeURIComponent(payload)
      for (const path of [
        `/share/${text}`,
        `/recharge?aid=1&name=${text}&coin=${text}`,
        `/business?pid=${text}`,
        `/qa?id=${text}`,
        `/help?q=${text}`,
        `/chat?subject=${text}&id=${text}`,
        `/?code=${text}&news=${text}`,
      ]) {
        await page.evaluate((to) => {
          history.pushState(null, '', to)
          dispatchEvent(new PopStateEvent('popstate'))
        }, path)
      }
    }
    await expectSilence(page)
    for (const text of [PAYLOADS[8], PAYLOADS[0]]) {
      await page.goto(`/share/${encodeURIComponent(text ?? '')}`)
      await reads(page.getByRole('heading', { level: 1 }), 'Share')
      await expectSilence(page)
    }
  })

  test('is returned by the calls unchanged or sanitized, and never as a page', async () => {
    for (const [name, fields] of [
      ['getIndexInformation', { pageSize: 50 }],
      ['getNotice', {}],
      ['getAnswerArea', {}],
      ['get_text', { type: 17 }],
      ['getThreads', {}],
      ['getMyMessage', {}],
      ['getProtection', {}],
    ] as const) {
      const reply = await ask(person.user, name, { fields })
      expect(reply.status, name).toBe(200)
      expect(reply.headers.get('content-type'), name).toBe('application/json; charset=utf-8')
      expect(reply.headers.get('x-content-type-options'), name).toBe('nosniff')
    }
  })
})

test('[T13] the policy of every page allows only our own scripts', async () => {
  for (const path of ['/', '/chat', '/help', '/docs', '/no/such/page']) {
    const reply = await fetch(new URL(path, stage.url), { headers: { accept: 'text/html' } })
    const policy = reply.headers.get('content-security-policy') ?? ''
    const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]))
    expect(rules.get('default-src'), path).toEqual(["'none'"])
    expect(rules.get('script-src'), path).toEqual(["'self'"])
    expect(rules.get('style-src'), path).toEqual(["'self'"])
    expect(rules.get('object-src'), path).toEqual(["'none'"])
    expect(rules.get('base-uri'), path).toEqual(["'none'"])
    expect(rules.get('frame-ancestors'), path).toEqual([path === '/chat' ? "'self'" : "'none'"])
    expect(policy, path).not.toMatch(/unsafe|\*|https?:|data:.*script/)
  }
})

/** A page of this person that notices when a script runs. */
async function guarded(more: Visit = {}): Promise<Page> {
  const page = await visitAs(stage, person, {
    motion: 'reduce',
    ...more,
    book: 0,
    prepare: (context) =>
      context.addInitScript((name) => {
        Object.assign(globalThis, { [name]: () => Object.assign(globalThis, { ran: true }) })
      }, CANARY),
  })
  page.on('dialog', () => {
    throw new Error('a dialog was opened')
  })
  return page
}

/** No script ran in any frame. The stage reports policy violations and requests to other hosts. */
async function expectSilence(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.querySelectorAll('a[href]').forEach((link) => (link as HTMLElement).focus()),
  )
  for (const frame of page.frames()) {
    expect(await frame.evaluate(() => 'ran' in globalThis)).toBe(false)
  }
}

async function openEveryAnswer(page: Page, least: number): Promise<void> {
  const rows = page.locator('details')
  await seen(rows.first())
  await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)))
  await expect.poll(() => page.locator('.prose').count()).toBeGreaterThanOrEqual(least)
}

/** Elements and attributes of a text, as a browser parses it, that no editor may use. */
async function foreignParts(page: Page, html: string): Promise<string[]> {
  const body = await page.evaluateHandle(
    (text) => new DOMParser().parseFromString(text, 'text/html').body,
    html,
  )
  return body.evaluate(foreignIn, ['*', TAGS, ATTRIBUTES] as const)
}

/** The same for the elements that a selector finds; runs in the browser. */
function foreignIn(
  root: Element,
  [selector, tags, attributes]: readonly [string, readonly string[], readonly string[]],
): string[] {
  return [...root.querySelectorAll(selector)].flatMap((node) => [
    ...(tags.includes(node.tagName) ? [] : [node.tagName]),
    ...[...node.attributes]
      .filter(
        ({ name, value }) => !attributes.includes(name) || /^\s*(java|vb)?script:|^\/\/|^data:/i.test(value),
      )
      .map(({ name, value }) => `${node.tagName} ${name}=${value}`),
  ])
}

/** An ordinary address, unique for each text. */
function payeeOf(text: string): string {
  return wallet(80_000 + PAYLOADS.indexOf(text)).address
}

function done<T>(name: OperatorRouteName, fields: Record<string, unknown>): Promise<T> {
  return asked<T>(editor, name, fields)
}

async function newsIds(): Promise<number[]> {
  const ids: number[] = []
  for (let total = Infinity; ids.length < total;) {
    const before = ids.at(-1)
    const fields = { pageSize: 50, ...(before !== undefined && { before }) }
    const page = await asked<{ list: { id: number }[]; total: number }>(
      person.user,
      'getIndexInformation',
      fields,
    )
    ids.push(...page.list.map((one) => one.id))
    total = page.total
  }
  return ids
}

async function asked<T>(
  by: Caller,
  name: RouteName | OperatorRouteName,
  fields: Record<string, unknown>,
): Promise<T> {
  const reply = await ask(by, name, { fields })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data as T
}
