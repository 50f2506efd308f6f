import { LANGUAGE_TAGS, type Language } from '@tickmark/texts/languages'
import { useState } from 'react'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { refresh, type Reply } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { LongText } from '../../kit/LongText.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { PictureButton, type SentPicture } from '../../kit/PictureButton.tsx'
import { Problem } from '../../kit/Problem.tsx'
import { Preview } from './Preview.tsx'

interface EditorProps {
  id: number
  language: Language
  /** The newest revision in this language; null while there is none. */
  newest: Reply<'consoleContentRead'>['revisions'][number] | null
}

/** A new revision in one language, beside its preview. It never overwrites a newer revision by another operator. */
export function Editor({ id, language, newest }: EditorProps) {
  const { t } = useTranslation('content')
  const revise = useConsoleCall('consoleContentRevise')
  const [title, setTitle] = useState(newest?.title ?? '')
  const [html, setHtml] = useState(newest?.raw ?? '')
  const [after, setAfter] = useState(newest?.number ?? 0)
  const isSame = title.trim() === (newest?.title ?? '') && html === (newest?.raw ?? '')

  async function save() {
    const done = await revise.run({ id, contentLanguage: language, title: title.trim(), html, after })
    if (done === null) return
    setAfter(done.number)
    refresh('consoleContentRead', 'consoleContentList')
    toast(t('saved'), { tone: 'good' })
  }

  function show({ url }: SentPicture) {
    setHtml((had) => `${had}\n<img src="${publicAddress(url)}" alt="">`)
  }

  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel title={t('text')}>
        <div className="grid gap-4">
          <Field
            label={t('titleIn')}
            value={title}
            onChange={setTitle}
            maxLength={200}
            dir="auto"
            lang={LANGUAGE_TAGS[language]}
          />
          <LongText
            label={t('html')}
            value={html}
            onChange={setHtml}
            rows={12}
            lang={LANGUAGE_TAGS[language]}
            mono
          />
          <Problem text={revise.problem} />
          <div className="flex flex-wrap gap-2">
            <Button
              size="medium"
              busy={revise.busy}
              disabled={isSame || title.trim() === '' || html.trim() === ''}
              onClick={() => void save()}
            >
              {t('save')}
            </Button>
            <PictureButton onSent={show} />
          </div>
        </div>
      </Panel>
      <Preview key={after} title={title} html={html} language={language} />
    </div>
  )
}

/** The public address of an uploaded picture, once a saved text shows it. */
function publicAddress(url: string): string {
  const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(url)?.[0] ?? ''
  return `/media/${id}.jpg`
}
