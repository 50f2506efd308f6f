import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent, Ref, RefObject } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import type { PendingMessage } from './outbox.ts'
import { PictureRow } from './PictureRow.tsx'
import { useDraft } from './useDraft.ts'
import { MOST_PICTURES, usePictures, type ChatFile } from './usePictures.ts'
import { useTellTyping } from './useTyping.ts'

/** Maximum length of a message in characters, as on the server. */
const MOST_TEXT = 4_000

export interface ComposerHandle {
  /** Puts an undelivered message back into the field for editing, before the current text. */
  takeIn(words: PendingMessage): void
}

interface ComposerProps {
  threadId: string
  ref: Ref<ComposerHandle>
  onSay: (words: { text: string; files: ChatFile[] }) => void
}

/**
 * The message being written. Enter sends; Shift+Enter starts a new line; an Enter that ends an IME composition does
 * neither.
 */
export function Composer(props: ComposerProps) {
  const { t } = useTranslation('chat')
  const { text, pictures, canSay, write, say, field } = useWriting(props)
  const chooser = useRef<HTMLInputElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || isOfComposing(event.nativeEvent)) return
    event.preventDefault()
    say()
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0) return
    event.preventDefault()
    void pictures.add(pasted)
  }

  return (
    <form
      aria-label={t('write')}
      onSubmit={(event) => {
        event.preventDefault()
        say()
      }}
      className="flex-none border-t border-rule bg-ground px-3 pt-2 pb-[calc(10px+env(safe-area-inset-bottom))]"
    >
      <div className="mx-auto max-w-[720px]">
        <PictureRow pictures={pictures.list} onRemove={pictures.remove} onAgain={pictures.again} />
        <div className="flex items-end gap-1">
          <Chooser chooser={chooser} onChoose={(files) => void pictures.add(files)} />
          <IconButton
            icon="camera"
            label={t('picture.add')}
            onClick={() => chooser.current?.click()}
            disabled={pictures.list.length >= MOST_PICTURES}
          />
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            aria-label={t('write')}
            placeholder={t('writeHint')}
            enterKeyHint="send"
            maxLength={MOST_TEXT}
            value={text}
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className="field-sizing-content max-h-[35dvh] min-h-11 min-w-0 flex-1 resize-none rounded-3 border border-edge bg-sheet px-3.5 py-[11px] text-start text-15 outline-none focus-visible:border-brand focus-visible:inset-ring focus-visible:inset-ring-brand"
          />
          <IconButton
            icon="send"
            type="submit"
            label={t('send')}
            disabled={!canSay}
            className="bg-ink text-ground!"
          />
        </div>
        {text.length > MOST_TEXT - 200 && (
          <p role="status" className="px-12 pt-1 text-12 text-ink-3">
            {t('left', { number: MOST_TEXT - text.length })}
          </p>
        )}
      </div>
    </form>
  )
}

/** Opens the browser's file picker. */
function Chooser({
  chooser,
  onChoose,
}: {
  chooser: RefObject<HTMLInputElement | null>
  onChoose: (files: readonly File[]) => void
}) {
  const { t } = useTranslation('chat')
  return (
    <input
      ref={chooser}
      type="file"
      accept="image/jpeg,image/png"
      multiple
      tabIndex={-1}
      aria-label={t('picture.add')}
      className="sr-only"
      onChange={(event) => {
        onChoose([...(event.target.files ?? [])])
        // Reset, so that choosing the same file again counts as a change.
        event.target.value = ''
      }}
    />
  )
}

/** Text and pictures of the message, stored while they are edited, and sending them. */
function useWriting({ threadId, ref, onSay }: ComposerProps) {
  const { kept, keep } = useDraft(threadId)
  const [text, setText] = useState(kept.text)
  const pictures = usePictures(kept.files)
  const typing = useTellTyping(threadId)
  const field = useGrowing()
  const files = pictures.list.flatMap((one) => one.file ?? [])
  const isEmpty = text.trim() === '' && files.length === 0
  // The returned message and the current one may together exceed one message.
  const canSay = !isEmpty && text.length <= MOST_TEXT && files.length === pictures.list.length

  useEffect(() => keep({ text, files }))

  useImperativeHandle(ref, () => ({
    takeIn(words) {
      setText((now) => joined(words.text, now))
      pictures.putFirst(words.files)
      field.current?.focus()
    },
  }))

  function write(next: string) {
    setText(next)
    if (next.trim() !== '') typing.tell()
  }

  function say() {
    if (!canSay) return
    onSay({ text: text.trim(), files })
    typing.end()
    setText('')
    pictures.clear()
    field.current?.focus()
  }

  return { text, pictures, canSay, write, say, field }
}

/**
 * Whether a key belongs to an IME composition. Safari ends the composition before it reports Enter; only the key code
 * 229 shows it.
 */
function isOfComposing(event: globalThis.KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- Safari offers no other sign
  return event.isComposing || event.keyCode === 229
}

function joined(first: string, then: string): string {
  return [first, then].filter((one) => one !== '').join('\n')
}

/** Grows the field to the height of its text. */
function useGrowing() {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const node = field.current
    if (!node || CSS.supports('field-sizing', 'content')) return
    node.style.height = 'auto'
    node.style.height = `${node.scrollHeight + 2}px`
  })
  return field
}
