import { LOGGED_WITHIN_MS } from '@tickmark/core/receipts/batches'
import { expect, test } from 'vitest'
import {
  judgeCloseLogged,
  judgeLogged,
  judgePromiseLogged,
  judgeUntimedLogged,
  missingTrouble,
  UNSHOWN_MS,
  type LoggedState,
} from './judgeLogged.ts'

const AT_MS = 1_795_219_200_250
const DUE_MS = 1_795_219_201_000

test.each<[string, Parameters<typeof judgeLogged>[0], number, LoggedState]>([
  ['in the log', { is: 'logged', atMs: AT_MS + 750 }, 0, 'logged'],
  ['in the log at its entry second', { is: 'logged', atMs: DUE_MS }, UNSHOWN_MS, 'logged'],
  ['in the log after it', { is: 'logged', atMs: DUE_MS + 1 }, 0, 'late'],
  ['absent while it may come', { is: 'absent', atMs: AT_MS + LOGGED_WITHIN_MS }, 0, 'waiting'],
  ['absent after its time', { is: 'absent', atMs: AT_MS + LOGGED_WITHIN_MS + 1 }, 0, 'unlogged'],
  ['absent from a head that stays old', { is: 'absent', atMs: AT_MS - 1 }, UNSHOWN_MS, 'unshown'],
  ['not shown for a moment', null, UNSHOWN_MS - 1, 'waiting'],
  ['not shown for half a minute', null, UNSHOWN_MS, 'unshown'],
])('a ticket that is %s is judged right', (_, found, silentMs, state) => {
  expect(judgeLogged(found, AT_MS, silentMs)).toBe(state)
})

test.each<[string, Parameters<typeof judgeLogged>[0], LoggedState, LoggedState]>([
  ['in the log in time', { is: 'logged', atMs: AT_MS + LOGGED_WITHIN_MS }, 'logged', 'logged'],
  ['in the log late', { is: 'logged', atMs: AT_MS + LOGGED_WITHIN_MS + 1 }, 'late', 'logged'],
  ['absent after its time', { is: 'absent', atMs: AT_MS + LOGGED_WITHIN_MS + 1 }, 'unlogged', 'unlogged'],
  ['absent while it may come', { is: 'absent', atMs: AT_MS + LOGGED_WITHIN_MS }, 'waiting', 'waiting'],
  ['not what the log has in their place', { is: 'other', atMs: AT_MS + 750 }, 'unlogged', 'unlogged'],
])('a close and a refusal that are %s are judged right', (_, found, close, refusal) => {
  expect([judgeCloseLogged(found, AT_MS, 0), judgeUntimedLogged(found, AT_MS, 0)]).toEqual([close, refusal])
})

test.each<[string, Parameters<typeof judgePromiseLogged>[0], string]>([
  ['in the log at its own time', { is: 'logged', atMs: AT_MS }, 'logged'],
  ['in the log before its own time', { is: 'logged', atMs: AT_MS - 1 }, 'early'],
  ['in the log an hour later', { is: 'logged', atMs: AT_MS + 3_600_000 }, 'logged'],
  ['not what the log has in its place', { is: 'other', atMs: AT_MS - 1 }, 'unlogged'],
  ['absent for too long', { is: 'absent', atMs: AT_MS + LOGGED_WITHIN_MS + 1 }, 'unlogged'],
  ['absent while it may come', { is: 'absent', atMs: AT_MS + LOGGED_WITHIN_MS }, 'waiting'],
])('the promise of a withdrawal that is %s is judged right', (_, found, state) => {
  expect(judgePromiseLogged(found, AT_MS, 0)).toBe(state)
})

test.each([
  ['waiting', null],
  ['logged', null],
  ['late', null],
  ['early', null],
  ['unlogged', 'unlogged'],
  ['unshown', 'unshown'],
] as const)('of an answer that is %s in the log, what is reported is %s', (state, trouble) => {
  expect(missingTrouble(state)).toBe(trouble)
})
