import type { ChatMessage } from '@tickmark/wire/schemas/support'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { newKey } from '@tickmark/client/idempotencyKey.ts'
import { upload } from '../../../api/upload.ts'
import { readPicture } from './picture.ts'

/** Maximum number of pictures in a message. */
export const MOST_PICTURES = 4

export type ChatFile = ChatMessage['files'][number]

/** A picture of the message, uploaded or uploading. */
export interface Picture {
  key: string
  /** Object URL or address for showing it. */
  shown: string
  /** Uploaded share, 0 to 1. */
  share: number
  /** Null until it is uploaded. */
  file: ChatFile | null
  /** Why the upload failed; empty when nothing is wrong. */
  problem: string
  /** The file to upload again; null once uploaded. */
  blob: Blob | null
}

/** The message's pictures: checked and uploaded as soon as they are chosen, and kept by their ids. */
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
      // Meanwhile other pictures may have been added, or the page closed.
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

  /** Puts the pictures of a returned message before the others; drops the last ones when there are too many. */
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

/**
 * The list as state, and its latest value for asynchronous code. Revokes the object URLs of removed pictures, and all
 * of them when the page closes.
 */
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
