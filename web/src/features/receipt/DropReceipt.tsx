import { cx } from '@tickmark/ui/base/cx.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { useState, type ChangeEvent, type DragEvent, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'

interface DropReceiptProps {
  onFile: (file: File) => void
  children: ReactNode
}

/** A screen that accepts a dropped receipt file anywhere, and has a file chooser at its end. Nothing is uploaded. */
export function DropReceipt({ onFile, children }: DropReceiptProps) {
  const { t } = useTranslation('proof')
  const [isOver, setOver] = useState(false)

  function take(files: FileList | null) {
    const file = files?.[0]
    if (file) onFile(file)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  function choose(event: ChangeEvent<HTMLInputElement>) {
    take(event.target.files)
    // Reset, so that the same file can be chosen again.
    event.target.value = ''
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <section
        aria-labelledby="drop-receipt"
        className={cx(
          'mx-5 mt-8 mb-12 rounded-3 border border-dashed px-5 py-6 text-center md:mx-7',
          isOver ? 'border-brand bg-brand-wash' : 'border-ink-3',
        )}
      >
        <h2 id="drop-receipt" className="text-15 font-semibold">
          {t('dropTitle')}
        </h2>
        <p className="pt-1 text-13 text-ink-2 text-balance">{t('dropDetail')}</p>
        <label className="mt-4 inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-2 bg-well px-4 py-1.5 text-15 font-semibold focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brand">
          <Icon name="upload" size={20} />
          {t('choose')}
          <input
            type="file"
            accept=".html,.json,text/html,application/json"
            className="sr-only"
            onChange={choose}
          />
        </label>
      </section>
    </div>
  )
}
