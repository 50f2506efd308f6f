import { parseEntry, type ReleaseEntry } from '@tickmark/core/log/log'
import { readNewestRelease } from '../store.ts'
import type { BeforeTick } from './log.ts'

/** The files that the house hands out for checking it, by their hashes. */
export type Release = Pick<ReleaseEntry, 'verifier' | 'script'>

/** Logs our files whenever the newest logged ones are others. */
export function logRelease({ verifier, script }: Release): BeforeTick {
  return async (tx) => {
    const newest = parseEntry((await readNewestRelease(tx)) ?? '')
    const isLogged = newest?.kind === 'release' && newest.verifier === verifier && newest.script === script
    return isLogged ? [] : [{ entry: { kind: 'release', verifier, script } }]
  }
}
