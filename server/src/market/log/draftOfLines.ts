import { linesRoot } from '@tickmark/core/log/linesRoot'
import type { ListEntry } from '@tickmark/core/log/log'
import type { Tx } from '../../db/pool.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { LogDraft } from './log.ts'

/** One log entry for numbered texts that the log lacks, in the order of their numbers; none without any. */
export function draftOfLines(
  kind: ListEntry['kind'],
  lines: readonly { number: number; text: string }[],
  markLogged: (tx: Tx, first: number, last: number, seq: number) => Promise<void>,
): LogDraft[] {
  const [first, last] = [lines[0]?.number, lines.at(-1)?.number]
  if (first === undefined || last === undefined) return []
  const root = linesRoot(
    lines.map(({ text }) => text),
    sha256,
  )
  return [
    {
      entry: { kind, count: lines.length, first, last, root },
      onLogged: (tx, seq) => markLogged(tx, first, last, seq),
    },
  ]
}
