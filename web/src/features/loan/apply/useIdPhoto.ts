import { REVIEW } from '@tickmark/core/loans/review'
import { MOST_PICTURE_BYTES } from '@tickmark/wire/pictures'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../../api/api.ts'
import { uploadForLoan } from '../../../api/upload.ts'
import { smallPicture } from '../../../browser/smallPicture.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'

export type LoanPicture = Reply<'loanUpload'>

/** A chosen photo, not uploaded yet. */
interface Chosen {
  /** Object URL for showing it. */
  shown: string
  /** The shrunk picture. */
  blob: Blob
  /** Uploaded share, 0 to 1. */
  share: number
  /** Why the upload failed; empty while it runs. */
  problem: string
}

/** About 0.2 MB: readable, and small enough for a slow line. */
const QUALITIES = { qualities: [0.85, 0.75, 0.65, 0.5], mostBytes: 200_000 }

/** One photo of the ID card: checked, shrunk and uploaded as soon as it is chosen. */
export function useIdPhoto(
  side: 'front' | 'back',
  kept: LoanPicture | null,
  onChange: (id: string | null) => void,
) {
  const { t } = useTranslation('loans')
  const [picture, setPicture] = useState(kept)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState('')
  const [reading, setReading] = useState(false)
  /** Aborts the work for an earlier choice. */
  const turn = useRef<AbortController | null>(null)

  useEffect(() => () => turn.current?.abort(), [])
  const shown = chosen?.shown
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown)), [shown])

  function begin(): AbortSignal {
    turn.current?.abort()
    turn.current = new AbortController()
    return turn.current.signal
  }

  function refuse(why: 'notImage' | 'overSize' | 'unreadable' | 'tooSmall') {
    const text = t(why === 'overSize' ? 'overSize' : `photo.${why}`)
    setProblem(text)
    toast(text, { tone: 'wrong', isMistake: true })
  }

  async function choose(file: File) {
    const signal = begin()
    setProblem('')
    // Some phones give a photo no type; then it only has to be readable.
    if (file.type !== '' && !file.type.startsWith('image/')) return refuse('notImage')
    if (file.size > MOST_PICTURE_BYTES) return refuse('overSize')
    setReading(true)
    const small = await smallPicture(file, QUALITIES)
    setReading(false)
    if (signal.aborted) return
    if (!small) return refuse('unreadable')
    if (Math.min(small.width, small.height) < REVIEW.photoSide) return refuse('tooSmall')
    setPicture(null)
    await send(small.picture, URL.createObjectURL(small.picture), signal)
  }

  async function send(blob: Blob, url: string, signal: AbortSignal) {
    setChosen({ shown: url, blob, share: 0, problem: '' })
    const report = (part: Partial<Chosen>) => setChosen((now) => now && { ...now, ...part })
    try {
      const onShare = (share: number) => !signal.aborted && report({ share })
      const arrived = await uploadForLoan({ purpose: side }, blob, { signal, onShare })
      if (signal.aborted) return
      setPicture(arrived)
      setChosen(null)
      onChange(arrived.id)
    } catch (failure) {
      if (!signal.aborted) report({ problem: (failure as Error).message })
    }
  }

  function again() {
    if (chosen) void send(chosen.blob, chosen.shown, begin())
  }

  function remove() {
    begin()
    setChosen(null)
    setProblem('')
    setPicture(null)
    onChange(null)
  }

  const isBusy = reading || (chosen !== null && chosen.problem === '')
  return { side, picture, chosen, problem, reading, isBusy, choose, again, remove }
}

export type IdPhoto = ReturnType<typeof useIdPhoto>
