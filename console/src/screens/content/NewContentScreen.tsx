import { ANSWER_AREAS, CONTENT_KINDS, TEXT_TYPES, type AnswerArea } from '@tickmark/wire/schemas/content'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { Select } from '@tickmark/ui/form/Select.tsx'
import { refresh } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { LongText } from '../../kit/LongText.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { PictureButton, type SentPicture } from '../../kit/PictureButton.tsx'
import { Problem } from '../../kit/Problem.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { go } from '../../navigation/go.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { Preview } from './Preview.tsx'

/** The notice that the home page shows. */
const HOME_NOTICE = 1
const HINTS = Object.entries(TEXT_TYPES) as [keyof typeof TEXT_TYPES, number][]

/** A new draft in English; other languages are added once it exists. */
export function NewContentScreen() {
  const { t } = useTranslation('content')
  const [params] = useSearchParams()
  const create = useConsoleCall('consoleContentCreate')
  const [kind, setKind] = useState(() => CONTENT_KINDS.find((one) => one === params.get('kind')) ?? 'news')
  const [area, setArea] = useState<AnswerArea>('start')
  const [hint, setHint] = useState<keyof typeof TEXT_TYPES>('deposit')
  const [title, setTitle] = useState('')
  const [html, setHtml] = useState('')
  const [source, setSource] = useState('')
  const [picture, setPicture] = useState<SentPicture | null>(null)
  const type = kind === 'notice' ? HOME_NOTICE : TEXT_TYPES[hint]

  async function save() {
    const made = await create.run({
      kind,
      contentLanguage: 'english',
      title: title.trim(),
      html,
      ...(kind === 'answer' && { area }),
      ...((kind === 'notice' || kind === 'text') && { type }),
      ...(kind === 'news' && { source: source.trim(), ...(picture && { picture: picture.id }) }),
    })
    if (made === null) return
    refresh('consoleContentList')
    go(hrefTo.item(made.item.id))
  }

  return (
    <Screen title={t('new')} back={{ href: hrefTo.content(kind), label: t('title') }}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t('draft')}>
          <div className="grid gap-4">
            <Select
              label={t('kind')}
              value={kind}
              onChange={setKind}
              choices={CONTENT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            />
            {kind === 'answer' && <AreaField area={area} onChange={setArea} />}
            {kind === 'text' && <HintField hint={hint} onChange={setHint} />}
            <Field label={t('titleIn')} value={title} onChange={setTitle} maxLength={200} />
            {kind === 'news' && (
              <NewsFields
                source={source}
                onSource={setSource}
                hasPicture={picture !== null}
                onPicture={setPicture}
              />
            )}
            <LongText label={t('html')} value={html} onChange={setHtml} rows={12} lang="en" mono />
            <Problem text={create.problem} />
            <Button
              busy={create.busy}
              disabled={title.trim() === '' || html.trim() === ''}
              onClick={() => void save()}
            >
              {t('saveDraft')}
            </Button>
          </div>
        </Panel>
        <Preview title={title} html={html} language="english" />
      </div>
    </Screen>
  )
}

interface NewsFieldsProps {
  source: string
  onSource: (source: string) => void
  hasPicture: boolean
  onPicture: (picture: SentPicture) => void
}

/** The fields that only news has. */
function NewsFields({ source, onSource, hasPicture, onPicture }: NewsFieldsProps) {
  const { t } = useTranslation('content')
  return (
    <>
      <Field label={t('source')} value={source} onChange={onSource} maxLength={120} />
      <div className="flex flex-wrap items-center gap-3">
        <PictureButton onSent={onPicture} />
        {hasPicture && <span className="text-13">{t('pictureChosen')}</span>}
      </div>
    </>
  )
}

function AreaField({ area, onChange }: { area: AnswerArea; onChange: (area: AnswerArea) => void }) {
  const { t } = useTranslation('content')
  return (
    <Select
      label={t('area')}
      value={area}
      onChange={onChange}
      choices={ANSWER_AREAS.map((value) => ({ value, label: t(`areas.${value}`) }))}
    />
  )
}

type HintName = keyof typeof TEXT_TYPES

function HintField({ hint, onChange }: { hint: HintName; onChange: (hint: HintName) => void }) {
  const { t } = useTranslation('content')
  return (
    <Select
      label={t('hint')}
      value={hint}
      onChange={onChange}
      choices={HINTS.map(([value]) => ({ value, label: t(`hints.${value}`) }))}
    />
  )
}
