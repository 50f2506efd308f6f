import { keep, kept } from '@tickmark/client/storage.ts'
import { isLanguage, LANGUAGES, type Language } from '@tickmark/texts/languages'
import { useState } from 'react'
import { useConsoleQuery } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { FilterChoice } from '../../kit/Filters.tsx'
import { NATIVE_NAMES } from '@tickmark/texts/nativeNames'

const PLACE = 'replyLanguage'

/** Inserts a canned reply into the field, in the user's language. */
export function Replies({ onChoose }: { onChoose: (text: string) => void }) {
  const { t, language } = useTranslation('support')
  const [chosen, setChosen] = useState<Language>(() => {
    const before = kept(PLACE)
    return before !== null && isLanguage(before) ? before : language
  })
  const replies = useConsoleQuery('consoleReplies', { contentLanguage: chosen })
  const list = replies.data?.list ?? []

  function choose(next: string) {
    if (!isLanguage(next)) return
    keep(PLACE, next)
    setChosen(next)
  }

  return (
    <div className="flex flex-wrap gap-3">
      <FilterChoice
        label={t('replyLanguage')}
        value={chosen}
        onChange={choose}
        choices={LANGUAGES.map((value) => ({ value, label: NATIVE_NAMES[value] }))}
      />
      <FilterChoice
        label={t('reply')}
        value=""
        onChange={(id) => {
          const found = list.find((one) => String(one.id) === id)
          if (found) onChoose(found.text)
        }}
        choices={[
          { value: '', label: t(list.length === 0 ? 'noReplies' : 'chooseReply') },
          ...list.map((one) => ({ value: String(one.id), label: one.title })),
        ]}
      />
    </div>
  )
}
