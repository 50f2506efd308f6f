import type { HostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import { leafOfHosting } from '@tickmark/core/arbitrage/hostings'
import type { Look } from '../../asking/lookInTurn.ts'
import { listedHostings } from './hostingLists.ts'
import { judgeExitShown } from '../judged/judgeExitShown.ts'
import { judgeCloseLogged, missingTrouble } from '../judged/judgeLogged.ts'
import { keepHosting, type KeptHosting } from '../kept/hostingStore.ts'
import { falseTrouble } from '../kept/problem.ts'
import { lookForDays } from './hostingDays.ts'
import { lookInLog } from '../../lookInLog.ts'
import { noticeContradictions } from '../noticeContradictions.ts'
import { noticeExitFees } from '../noticeExitFees.ts'
import { accuse, setTrouble, silences } from '../troubles.ts'

/** Statements not yet seen in the log, tickets whose days this device follows, and exits by order. */
const unlogged = new Map<string, KeptHosting>()
const running = new Map<string, KeptHosting>()
const exits = new Map<string, KeptHosting>()

/**
 * Follows a statement from now on: reports a false one, looks for any other in the log, and checks a ticket's lines
 * day by day.
 */
export function followHosting(hosting: KeptHosting): void {
  const { name, order, problem, file } = hosting
  const trouble = falseTrouble(problem)
  if (trouble) return void accuse({ order, trouble, evidence: file })
  if (!hosting.isLogged) unlogged.set(name, hosting)
  if (file.statement.kind === 'hosting') running.set(order, hosting)
  // An exit ends its ticket's promise only when it is sound.
  else if (problem === null) exits.set(order, hosting)
}

/** A look for every statement that is missing in the log. */
export function statementLooks(): Map<string, Look> {
  return new Map(Array.from(unlogged, ([name, hosting]) => [name, () => lookForStatement(hosting)]))
}

async function lookForStatement(hosting: KeptHosting): Promise<void> {
  const { name, order, file } = hosting
  silences.of(name)
  const found = await lookInLog(leafOfHosting(file.statement))
  const state = judgeCloseLogged(found, file.statement.at, silences.of(name))
  const trouble = missingTrouble(state)
  if (trouble) setTrouble(name, { order, trouble, evidence: file })
  if (state === 'late') await accuse({ order, trouble: 'unlogged', evidence: file })
  else if (state !== 'logged') return
  silences.end(name)
  setTrouble(name, null)
  unlogged.delete(name)
  await note({ ...hosting, isLogged: true })
}

/** Compares orders on screen with the exits that the house has signed. */
export function lookAtExits(): void {
  if (exits.size === 0) return
  for (const { item, atMs } of listedHostings()) {
    const exit = exits.get(item.orderNumber)
    if (!exit || atMs < exit.keptAtMs) continue
    const state = judgeExitShown(item, exit.file.statement, atMs - exit.keptAtMs)
    if (state === 'waiting') continue
    const { order, file } = exit
    setTrouble(`paid ${order}`, state === 'other' ? { order, trouble: 'exit', evidence: file } : null)
  }
}

/** A look at the closed days of every ticket. */
export function lineLooks(): Map<string, Look> {
  return new Map(Array.from(running, ([order, hosting]) => [order, () => lookForLines(hosting)]))
}

async function lookForLines(hosting: KeptHosting): Promise<number | void> {
  const { order, file } = hosting
  const ended = exits.get(order)?.file.statement.at ?? null
  const found = await lookForDays(hosting, ended, isShownEnded(order))
  const name = `line ${order}`
  // Without new facts, an earlier finding stays.
  if (found.trouble) setTrouble(name, { order, trouble: found.trouble, evidence: file })
  else if (found.trouble === null) setTrouble(name, null)
  if (found.lie) await accuse({ order, trouble: 'line', evidence: found.lie })
  if (found.unasked) await accuse({ order, trouble: 'unasked', evidence: found.unasked })
  if (found.exit) await followElsewhere(hosting, found.exit)
  if (found.checkedDay !== hosting.checkedDay) await note({ ...hosting, checkedDay: found.checkedDay })
  return found.againMs
}

/** Whether a list on screen shows that an order ended early. */
function isShownEnded(order: string): boolean {
  return listedHostings().some(({ item }) => item.orderNumber === order && item.status === 2 && item.isEarly)
}

/** Keeps and follows an exit that the owner signed on another device, like one of this device's. */
async function followElsewhere({ order, owner, book }: KeptHosting, file: HostingFile): Promise<void> {
  const seen = { name: `exit ${order}`, order, file, problem: null, keptAtMs: Date.now() }
  await noticeContradictions(order, file)
  followHosting(await keepHosting({ ...seen, isLogged: false, owner, book, checkedDay: '' }))
  await noticeExitFees(file)
}

async function note(hosting: KeptHosting): Promise<void> {
  const { name, order } = hosting
  if (unlogged.has(name)) unlogged.set(name, hosting)
  if (running.has(order) && hosting.file.statement.kind === 'hosting') running.set(order, hosting)
  await keepHosting(hosting)
}
