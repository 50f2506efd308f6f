import { keyedContent } from '@tickmark/client/idempotencyKey.ts'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { call } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { PictureButton, type SentPicture } from '../../kit/PictureButton.tsx'
import { Problem } from '../../kit/Problem.tsx'
import { Replies } from './Replies.tsx'

const MOST_LETTERS = 4_000
const MOST_PICTURES = 4
const TYPING_MS = 3_000

/** The field for an answer: Enter sends, Shift+Enter starts a line. A retry after a lost answer keeps its key. */
export function Composer({ threadId, onSent }: { threadId: string; onSent: () => void }) {
  const { t } = useTranslation('support')
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const reply = useConsoleCall('consoleReply')
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<readonly SentPicture[]>([])
  const keyed = useRef(keyedContent())
  const tellTyping = useTyping(threadId)
  const isEmpty = text.trim() === '' && pictures.length === 0
  async function send() {
    if (isEmpty || reply.busy) return
    const files = pictures.map((one) => one.id).join(',')
    const sent = await reply.run(keyed.current({ threadId, text: text.trim(), files }))
    if (sent === null) return
    keyed.current = keyedContent()
    setText('')
    setPictures([])
    onSent()
  }

  function press(event: KeyboardEvent) {
    if (!isSending(event)) return
    event.preventDefault()
    void send()
  }

  function add(words: string) {
    change(text.trim() === '' ? words : `${text.trim()}\n\n${words}`)
    field.current?.focus()
  }

  function change(next: string) {
    setText(next)
    tellTyping()
  }

  return (
    <div className="grid gap-2 border-t border-rule px-4 py-3">
      <Replies onChoose={add} />
      <label htmlFor={id} className="text-12 text-ink-2">
        {t('answer')}
      </label>
      <textarea
        id={id}
        ref={field}
        dir="auto"
        rows={3}
        maxLength={MOST_LETTERS}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={press}
        aria-describedby={`${id}-hint`}
        className="w-full resize-y rounded-2 border border-edge bg-sheet p-3 text-13 outline-none focus:border-brand focus:inset-ring focus:inset-ring-brand"
      />
      <p id={`${id}-hint`} className="text-12 text-ink-2">
        {t('answerHint')}
      </p>
      <Pictures list={pictures} onChange={setPictures} />
      <Problem text={reply.problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <PictureButton
          disabled={pictures.length >= MOST_PICTURES}
          onSent={(picture) => setPictures([...pictures, picture])}
        />
        <Button size="medium" busy={reply.busy} disabled={isEmpty} onClick={() => void send()}>
          {t('send')}
        </Button>
      </div>
    </div>
  )
}

/** Whether this Enter sends; not when it ends an IME composition. */
function isSending({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing
}

interface PicturesProps {
  list: readonly SentPicture[]
  onChange: (list: readonly SentPicture[]) => void
}

/** The pictures attached to the answer, each with a remove button. */
function Pictures({ list, onChange }: PicturesProps) {
  const { t } = useTranslation('support')
  if (list.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {list.map((picture, at) => (
        <li key={picture.id} className="flex items-center gap-1 text-12">
          {t('pictureOf', { number: at + 1 })}
          <Button tone="plain" size="small" onClick={() => onChange(list.filter((one) => one !== picture))}>
            {t('remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Tells the user’s page that support is typing, at most every three seconds. Failures are ignored. */
function useTyping(threadId: string): () => void {
  const toldAt = useRef(-TYPING_MS)
  return () => {
    const now = performance.now()
    if (now - toldAt.current < TYPING_MS) return
    toldAt.current = now
    void call('consoleTyping', { threadId }, { quiet: true }).catch((failure: unknown) => {
      if (!(failure instanceof CallFailed)) throw failure
    })
  }
}
