import { useTranslation } from '../../i18n/useTranslation.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'

/** Search field for help texts in the user's language. */
export function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('help')
  return (
    <search className="flex items-center gap-2 rounded-2 border border-edge bg-sheet ps-3 pe-0.5 focus-within:border-brand focus-within:inset-ring focus-within:inset-ring-brand">
      <Icon name="search" size={20} className="text-ink-3" />
      <input
        type="search"
        enterKeyHint="search"
        aria-label={t('search')}
        placeholder={t('searchHint')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        maxLength={100}
        className="min-h-11 w-full min-w-0 flex-1 bg-transparent text-15 outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <IconButton icon="close" label={t('clear')} onClick={() => onChange('')} className="text-ink-3" />
      )}
    </search>
  )
}
