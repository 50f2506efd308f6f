import type { Language } from '@tickmark/texts/languages'
import type { BaseInfo } from '@tickmark/wire/schemas/market'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { visitAs } from '../house/people.ts'
import type { Stage } from '../stage/stage.ts'
import { askAs, coinOf } from './ask.ts'
import { type Findings, judge } from './judge.ts'
import type { Account } from './lives.ts'
import { noFigures, readPage } from './read.ts'
import { type Given, type Row, stripFigures } from './row.ts'
import { writeIn } from './write.ts'

/** An account's pages in one of its books and in a language. */
export interface Walk {
  who: Account
  book: 0 | 1
  language: Language
}

/** A page as it was read, with what is wrong with it. */
export interface Look {
  text: string
  figures: string[]
  wrong: Findings
}

export const NO_FINDINGS: Findings = { missing: [], unexplained: [] }

const READ_MS = 20_000

/** Opens pages of a house whose clock stands still. */
export function walksOf(stage: Stage) {
  const coins = new Map<number, Promise<BaseInfo>>()

  function coin(pid: number): Promise<BaseInfo> {
    const known = coins.get(pid) ?? coinOf(stage.url, pid)
    coins.set(pid, known)
    return known
  }

  /** A browser whose clock stands like the house's: no timer of seconds runs out. */
  function visitStill({ who, book, language }: Walk): Promise<Page> {
    return visitAs(stage, who, {
      book,
      language,
      motion: 'reduce',
      prepare: (context) =>
        context.addInitScript((ms) => {
          Date.now = () => ms
          const after = window.setTimeout.bind(window)
          window.setTimeout = ((run: TimerHandler, inMs = 0) =>
            inMs > 4_000 ? 0 : after(run, inMs)) as typeof after
        }, stage.clock.nowMs()),
    })
  }

  /**
   * Opens a row's page and compares its numbers until they agree, or show what is waited for, or until time is over. Null
   * when there is nothing to see.
   */
  async function look(
    page: Page,
    row: Row,
    { who, book, language }: Walk,
    isSeen = isFine,
  ): Promise<Look | null> {
    const path = row.path(who)
    if (path === null) return null
    const ask = askAs(who.user, book, language)
    const given: Given = { ask, write: writeIn(language), who, nowMs: stage.clock.nowMs(), coin }
    const figures = [...(await row.figures(given)), ...(await stripFigures(given, row.strip, path))]
    expect(row.calls, `calls of ${row.page}`).toEqual(expect.arrayContaining([...ask.asked]))
    await goTo(page, path, stage.url)
    await row.open?.(page, given)
    const untilMs = Date.now() + READ_MS
    for (;;) {
      const text = await readPage(page, language)
      const wrong = judge(text, figures, noFigures(language))
      if (isSeen(wrong) || Date.now() > untilMs) return { text, figures, wrong }
      await page.waitForTimeout(50)
    }
  }

  return { visitStill, look }
}

/** Goes on within the page as a link does; a page that is open already loads anew. */
async function goTo(page: Page, path: string, url: string): Promise<void> {
  const [from, to] = [new URL(page.url()), new URL(path, url)]
  const isNear = from.origin === to.origin && from.pathname !== to.pathname && from.pathname !== '/robots.txt'
  if (isNear) await page.evaluate((next) => history.pushState(null, '', next), path)
  else await page.goto(path)
}

function isFine({ missing, unexplained }: Findings): boolean {
  return missing.length === 0 && unexplained.length === 0
}
