import type { HostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import { leafOfHosting } from '@tickmark/core/arbitrage/hostings'
import { listedHostings } from './hostingLists.ts'
import { judgeExitShown } from './judged/judgeExitShown.ts'
import { judgeCloseLogged } from './judged/judgeLogged.ts'
import { keepHosting, type KeptHosting } from './kept/hostingStore.ts'
import { falseTrouble } from './kept/problem.ts'
import { lookForDays } from './hostingDays.ts'
import { lookInLog } from './lookInLog.ts'
import { setTrouble, silentFor } from './troubles.ts'

/** Statements that this device has yet to see in the log, tickets whose days it follows, and exits by their orders. */
const unlogged = new Map<string, KeptHosting>()
const running = new Map<string, KeptHosting>()
const exits = new Map<string, KeptHosting>()

/** Follows a statement from now on: a false one is shown, any other is looked for in the log, and a ticket's lines day by day. */
export function followHosting(hosting: KeptHosting): void {
  const { name, order, problem, file } = hosting
  const trouble = falseTrouble(problem)
  if (trouble) {
    setTrouble(name, { order, trouble, evidence: file })
    return
  }
  if (!hosting.isLogged) unlogged.set(name, hosting)
  if (file.statement.kind === 'hosting') running.set(order, hosting)
  else exits.set(order, hosting)
}

/** The house has signed another statement than the one that is kept under the same name. */
export function followOther({ name, order, file }: KeptHosting): void {
  setTrouble(`twice ${name}`, { order, trouble: 'contradicted', evidence: file })
}

/** Looks once for every statement that is missing in the log. */
export async function lookForStatements(): Promise<void> {
  await Promise.all([...unlogged.values()].map(lookForStatement))
}

async function lookForStatement(hosting: KeptHosting): Promise<void> {
  const { name, order, file } = hosting
  const found = await lookInLog(leafOfHosting(file.statement))
  const silentMs = silentFor(name, found?.is === 'logged')
  const state = judgeCloseLogged(found, file.statement.at, silentMs)
  const trouble = state === 'unlogged' || state === 'unshown' ? state : null
  setTrouble(name, trouble && { order, trouble, evidence: file })
  if (state !== 'logged') return
  unlogged.delete(name)
  await note({ ...hosting, isLogged: true })
}

/** Compares what the house shows of orders on screen with the exits that it has signed. */
export async function lookAtExits(): Promise<void> {
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

/** Looks once at the closed days of every ticket. */
export async function lookForLines(): Promise<void> {
  for (const hosting of running.values()) {
    const { order, file } = hosting
    const ended = exits.get(order)?.file.statement.at ?? null
    const found = await lookForDays(hosting, ended)
    if (found === null) continue
    const { trouble, evidence = file } = found
    setTrouble(`line ${order}`, trouble && { order, trouble, evidence })
    if (found.exit) await followElsewhere(hosting, found.exit)
    if (found.checkedDay !== hosting.checkedDay) await note({ ...hosting, checkedDay: found.checkedDay })
  }
}

/** An end that the owner signed on another device is kept, and followed as one of this device's. */
async function followElsewhere({ order, owner, book }: KeptHosting, file: HostingFile): Promise<void> {
  const seen = { name: `exit ${order}`, order, file, problem: null, keptAtMs: Date.now() }
  followHosting(await keepHosting({ ...seen, isLogged: false, owner, book, checkedDay: '' }))
}

async function note(hosting: KeptHosting): Promise<void> {
  const { name, order } = hosting
  if (unlogged.has(name)) unlogged.set(name, hosting)
  if (running.has(order) && hosting.file.statement.kind === 'hosting') running.set(order, hosting)
  await keepHosting(hosting)
}
