import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { changeAnswers } from '../stage/calls.ts'
import type { OtherLog } from './otherLog.ts'
import type { Stage } from '../stage/stage.ts'
import { stored } from '../stage/stored.ts'

interface Kept {
  size: number
  sinceMs: number
  note: string
}

/** The head in the page's storage; null before the first. */
export async function keptHead(page: Page): Promise<Kept | null> {
  return (await stored<Kept>(page, 'tickmark-log', 'heads'))[0] ?? null
}

/** Makes the page start to watch the log, as the first touch or key does, and waits for its first stored head. */
export async function startWatching(page: Page, least = 0): Promise<Kept> {
  await expect
    .poll(async () => {
      // The page misses a key pressed before its code runs.
      await page.keyboard.press('Shift')
      return (await keptHead(page))?.size ?? 0
    })
    .toBeGreaterThan(least)
  const kept = await keptHead(page)
  if (!kept) throw new Error('a head is kept')
  return kept
}

/** What the house shows a page instead of its log; null for the log itself. */
export interface Shown {
  log: OtherLog | null
}

/** Substitutes the house's other log for the page: socket, heads, proofs and entries. */
export async function showOther(page: Page, stage: Stage, shown: Shown): Promise<void> {
  await page.routeWebSocket(/\/wss$/, (socket) => {
    const house = socket.connectToServer()
    house.onMessage((text) => {
      const frame = JSON.parse(String(text)) as { type: number; data: Record<string, unknown> }
      const { log } = shown
      if (frame.type !== 5 || !log) return socket.send(text)
      const data = { size: log.size, leaves: log.leavesFrom(log.size - 1), note: log.note }
      socket.send(JSON.stringify({ ...frame, data }))
    })
  })
  await page.route('**/log/proof/consistency?*', async (route) => {
    const { log } = shown
    if (!log) return route.continue()
    const query = new URL(route.request().url()).searchParams
    const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
    if (to > log.size) return route.fulfill({ status: 404, json: {} })
    return route.fulfill({ json: { from, to, proof: log.proof(from, to) } })
  })
  const change = (given: string, data: (log: OtherLog, before: { from?: number }) => object) => {
    const answer = JSON.parse(given) as { data: { from?: number } }
    const { log } = shown
    return log ? JSON.stringify({ ...answer, data: { ...answer.data, ...data(log, answer.data) } }) : given
  }
  await changeAnswers(page, stage, '/api/getLogHead', (json) =>
    change(json, (log) => ({ checkpoint: log.note, edge: log.edge() })),
  )
  await changeAnswers(page, stage, '/api/getLog', (json) =>
    change(json, (log, { from = 0 }) => ({ ...log.stretch(from + 1, from + 1), checkpoint: log.note })),
  )
}
