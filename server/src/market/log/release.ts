import { parseEntry, type ReleaseEntry } from '@tickmark/core/log/log'
import { readNewestRelease } from '../store.ts'
import type { BeforeTick } from './log.ts'

/** The hashes of the files that the house publishes for checking it. */
export type Release = Pick<ReleaseEntry, 'verifier' | 'script'>

/** Logs our files whenever they differ from the newest logged ones. */
export function logRelease({ verifier, script }: Release): BeforeTick {
  return async (tx) => {
    const newest = parseEntry((await readNewestRelease(tx)) ?? '')
    const isLogged = newest?.kind === 'release' && newest.verifier === verifier && newest.script === script
    return isLogged ? [] : [{ entry: { kind: 'release', verifier, script } }]
  }
}
