import type { ChatMessage } from '@tickmark/wire/support'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newKey } from '../../api.ts'
import { toast } from '../../ui/toast.ts'
import { upload } from '../../upload.ts'
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
  const [pictures, setPictures] = useState<readonly Picture[]>(() => kept.map(arrivedPicture))
  const gone = useRef(new Map<string, AbortController>())

  useEffect(() => {
    const underWay = gone.current
    return () => underWay.forEach((controller) => controller.abort())
  }, [])

  function change(key: string, to: Partial<Picture>) {
    setPictures((now) => now.map((one) => (one.key === key ? { ...one, ...to } : one)))
  }

  async function send(key: string, blob: Blob, shown: string) {
    const controller = new AbortController()
    gone.current.set(key, controller)
    change(key, { problem: '', share: 0 })
    try {
      const file = await upload(blob, {
        signal: controller.signal,
        onShare: (share) => change(key, { share }),
      })
      change(key, { file, blob: null, share: 1, shown: file.url })
      URL.revokeObjectURL(shown)
    } catch (failure) {
      if (!controller.signal.aborted) change(key, { problem: (failure as Error).message })
    }
    gone.current.delete(key)
  }

  async function add(files: readonly Blob[]) {
    let room = MOST_PICTURES - pictures.length
    for (const file of files) {
      if (room === 0) return toast(t('picture.tooMany', { most: MOST_PICTURES }), { tone: 'wrong' })
      const picture = await readPicture(file)
      if (typeof picture === 'string') {
        toast(t(`picture.${picture}`), { tone: 'wrong' })
        continue
      }
      room -= 1
      const key = newKey()
      const shown = URL.createObjectURL(picture)
      const made: Picture = { key, shown, share: 0, file: null, problem: '', blob: picture }
      setPictures((now) => (now.length < MOST_PICTURES ? [...now, made] : now))
      void send(key, picture, shown)
    }
  }

  function remove(key: string) {
    gone.current.get(key)?.abort()
    setPictures((now) => now.filter((one) => one.key !== key))
  }

  /** Puts others in their place: none, after sending; those of a message that is taken back. */
  function replace(files: readonly ChatFile[]) {
    setPictures(files.map(arrivedPicture))
  }

  function again(picture: Picture) {
    if (picture.blob) void send(picture.key, picture.blob, picture.shown)
  }

  return { list: pictures, add, remove, replace, again }
}

function arrivedPicture(file: ChatFile): Picture {
  return { key: file.id, shown: file.url, share: 1, file, problem: '', blob: null }
}
