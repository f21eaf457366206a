import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { bankCreate, bankUpdate, useBankShow } from '@/api/generated/endpoints/parties/parties'
import { freshly } from '@/api/record-query'
import type { Bank, BankInput } from '@/api/schema'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshBanks, useBankSwitch } from './useBankSwitch'

type BankValues = { code: string; name: string; ispb: string | null; version?: number }

const valuesOf = ({ code, name, ispb, version }: Bank): BankValues => ({ code, name, ispb, version })
const inputOf = ({ code, name, ispb }: BankValues): BankInput => ({ code, name, ispb })

/** Creates a bank, or changes the one of this id. */
export function BankForm({ id }: { id?: string }) {
  const { t } = useTranslation('banks')
  const { required } = useRules()
  const switching = useBankSwitch()
  return (
    <RecordForm
      name="bank"
      id={id}
      result={useBankShow(id ?? '', freshly(id))}
      title={id ? t('title') : t('create')}
      nameOf={({ name }) => name}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={(): BankValues => ({ code: '', name: '', ispb: null })}
      valuesOf={valuesOf}
      validate={{ code: required, name: required }}
      save={(values, kept) =>
        kept
          ? bankUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : bankCreate(inputOf(values))
      }
      refresh={refreshBanks}
      leaveTo={paths['banks.index']}
    >
      {({ text }) => (
        <FormSection title={t('section')} text={t('sectionText')}>
          <TextInput {...text('name')} {...HALF} label={t('field.name')} withAsterisk maxLength={120} />
          <TextInput
            {...text('code')}
            {...HALF}
            label={t('field.code')}
            description={t('codeText')}
            withAsterisk
            maxLength={11}
          />
          <TextInput {...text('ispb')} {...HALF} label={t('field.ispb')} inputMode="numeric" maxLength={8} />
        </FormSection>
      )}
    </RecordForm>
  )
}
