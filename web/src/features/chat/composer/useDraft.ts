import { chatFile } from '@tickmark/wire/schemas/support'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { keepInTab, keptInTab } from '@tickmark/client/storage.ts'

const draft = z.object({ text: z.string(), files: z.array(chatFile) })
export type Draft = z.output<typeof draft>

const EMPTY: Draft = { text: '', files: [] }

/** The draft of a conversation; survives a reload. */
export function useDraft(threadId: string): { kept: Draft; keep: (next: Draft) => void } {
  const place = `tickmark.chat.draft.${threadId}`
  const [kept] = useState(() => {
    const parsed = z.safeParse(draft, keptInTab(place))
    return parsed.success ? parsed.data : EMPTY
  })
  const last = useRef(kept)
  const keep = (next: Draft) => {
    if (isSame(last.current, next)) return
    last.current = next
    keepInTab(place, next.text === '' && next.files.length === 0 ? null : next)
  }
  return { kept, keep }
}

function isSame(one: Draft, other: Draft): boolean {
  return (
    one.text === other.text &&
    one.files.length === other.files.length &&
    one.files.every((file, at) => file.id === other.files[at]?.id)
  )
}
