import type { ChatMessage } from '@tickmark/wire/schemas/support'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { newKey } from '@tickmark/client/idempotencyKey.ts'
import { upload } from '../../../api/upload.ts'
import { readPicture } from './picture.ts'

/** Pictures that go along with a message at most. */
export const MOST_PICTURES = 4

export type ChatFile = ChatMessage['files'][number]

/** A picture that will go along, uploaded or on its way. */
export interface Picture {
  key: string
  /** Where the page can show it from. */
  shown: string
  /** How much of it has left, 0 to 1. */
  share: number
  /** Null until it has arrived. */
  file: ChatFile | null
  /** Why it did not arrive; empty when nothing is wrong. */
  problem: string
  /** What to send again; null once it has arrived. */
  blob: Blob | null
}

/** The pictures beside the words: checked, sent as soon as they are chosen, and kept by their ids. */
export function usePictures(kept: readonly ChatFile[]) {
  const { t } = useTranslation('chat')
  const { pictures, now, put } = usePictureList(kept)
  const gone = useRef(new Map<string, AbortController>())

  function change(key: string, to: Partial<Picture>) {
    put(now().map((one) => (one.key === key ? { ...one, ...to } : one)))
  }

  async function send({ key, blob }: Picture) {
    if (!blob) return
    const controller = new AbortController()
    gone.current.set(key, controller)
    change(key, { problem: '', share: 0 })
    try {
      const file = await upload(blob, {
        signal: controller.signal,
        onShare: (share) => change(key, { share }),
      })
      change(key, { file, blob: null, share: 1, shown: file.url })
    } catch (failure) {
      if (!controller.signal.aborted) change(key, { problem: (failure as Error).message })
    }
    gone.current.delete(key)
  }

  const sayTooMany = () => toast(t('picture.tooMany', { most: MOST_PICTURES }), { tone: 'wrong' })

  async function add(files: readonly Blob[]) {
    for (const file of files) {
      if (now().length >= MOST_PICTURES) return sayTooMany()
      const picture = await readPicture(file)
      if (typeof picture === 'string') {
        toast(t(`picture.${picture}`), { tone: 'wrong' })
        continue
      }
      // Others may have come while it was read, or the page has gone.
      if (now().length >= MOST_PICTURES) return sayTooMany()
      const shown = URL.createObjectURL(picture)
      const made: Picture = { key: newKey(), shown, share: 0, file: null, problem: '', blob: picture }
      if (put([...now(), made])) void send(made)
    }
  }

  function remove(key: string) {
    gone.current.get(key)?.abort()
    put(now().filter((one) => one.key !== key))
  }

  function clear() {
    put([])
  }

  /** Puts those of a message that is taken back before the others; those for which there is no room then are left out. */
  function putFirst(files: readonly ChatFile[]) {
    const all = [...files.map(arrivedPicture), ...now()]
    for (const { key } of all.slice(MOST_PICTURES)) gone.current.get(key)?.abort()
    put(all.slice(0, MOST_PICTURES))
    if (all.length > MOST_PICTURES) sayTooMany()
  }

  useEffect(() => {
    const underWay = gone.current
    return () => underWay.forEach((controller) => controller.abort())
  }, [])

  return { list: pictures, add, remove, clear, putFirst, again: (picture: Picture) => void send(picture) }
}

/** The list, and what it is now for whoever waited. What leaves it, and all of it with the page, is let go of in the browser too. */
function usePictureList(kept: readonly ChatFile[]) {
  const [pictures, setPictures] = useState<readonly Picture[]>(() => kept.map(arrivedPicture))
  const latest = useRef(pictures)
  const here = useRef(true)

  const put = useCallback((next: readonly Picture[]): boolean => {
    const left = new Set(next.map((one) => one.shown))
    for (const { shown } of latest.current) if (!left.has(shown)) URL.revokeObjectURL(shown)
    if (!here.current) for (const { shown } of next) URL.revokeObjectURL(shown)
    latest.current = here.current ? next : []
    setPictures(latest.current)
    return here.current
  }, [])

  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
      for (const { shown } of latest.current) URL.revokeObjectURL(shown)
    }
  }, [])

  return { pictures, now: () => latest.current, put }
}

function arrivedPicture(file: ChatFile): Picture {
  return { key: file.id, shown: file.url, share: 1, file, problem: '', blob: null }
}
