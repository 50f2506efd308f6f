import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@tickmark/texts/languages'
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { call } from '../../api/api.ts'
import { useConfig } from '../../api/publicConfig.ts'
import { changeLanguage, t as say } from '../../i18n/i18n.ts'
import { back } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { RadioList } from '@tickmark/ui/form/RadioList.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { NATIVE_NAMES } from '@tickmark/texts/nativeNames'

/** Choose a language, then confirm; nothing changes before. */
export function LanguagePage() {
  const { t } = useTranslation('language')
  const { language } = useSession()
  const [picked, setPicked] = useState<Language>(language)
  const [busy, setBusy] = useState(false)
  const offered = useConfig()?.languages ?? LANGUAGES

  async function confirm() {
    setBusy(true)
    try {
      await changeLanguage(picked)
      toast(say('language:done'), { tone: 'good' })
      // Stores it at the server for messages written while the user is away; the page has already changed.
      void call('change_language', { language: picked }, { quiet: true }).catch(() => {})
    } catch {
      toast(t('failed'), { tone: 'wrong' })
    }
    setBusy(false)
  }

  return (
    <>
      <PageBar title={t('settings:language')} onBack={() => back()} />
      <div className="px-5 pb-28">
        <RadioList
          label={t('label')}
          value={picked}
          onChange={setPicked}
          choices={offered.map((one) => ({
            value: one,
            label: <span lang={LANGUAGE_TAGS[one]}>{NATIVE_NAMES[one]}</span>,
            name: NATIVE_NAMES[one],
          }))}
        />
      </div>
      <div className="fixed inset-x-0 bottom-(--strip) bg-ground px-5 pt-3 pb-[calc(20px+env(safe-area-inset-bottom))] md:static md:pt-0">
        <Button wide busy={busy} onClick={() => void confirm()}>
          {t('confirm')}
        </Button>
      </div>
    </>
  )
}
