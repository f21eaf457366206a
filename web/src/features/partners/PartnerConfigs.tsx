import { Button, Group, Paper, Skeleton, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  invalidatePartnerConfigList,
  partnerConfigUpdate,
  usePartnerConfigList,
} from '@/api/generated/endpoints/partners/partners'
import type { PartnerConfig, PartnerConfigName } from '@/api/schema'
import { ServiceChoice } from '@/shared/choices/RecordChoice'
import { notify } from '@/ui/dialogs/notify'
import { LoadFailure } from '@/ui/LoadFailure'
import classes from './PartnerConfigs.module.css'

type PartnerConfigsProps = { id: string; mayChange: boolean }

/** The settings of a partner. */
export function PartnerConfigs({ id, mayChange }: PartnerConfigsProps) {
  const { t } = useTranslation()
  const result = usePartnerConfigList(id)
  if (!result.data) {
    return result.error ? (
      <LoadFailure title={t('table.failed')} result={result} />
    ) : (
      <Skeleton h={160} radius="md" />
    )
  }
  return <ConfigForm id={id} configs={result.data.data} mayChange={mayChange} />
}

type Typed = Partial<Record<PartnerConfigName, string>>

function ConfigForm({ id, configs, mayChange }: PartnerConfigsProps & { configs: PartnerConfig[] }) {
  const { t } = useTranslation('partners')
  const { t: common } = useTranslation()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Typed>({})
  const [problems, setProblems] = useState<Typed>({})
  const [isBusy, setBusy] = useState(false)
  const shownOf = ({ name, value }: PartnerConfig) => typed[name] ?? value ?? ''
  const changed = configs.filter((config) => shownOf(config) !== (config.value ?? ''))

  function change(name: PartnerConfigName, next: string) {
    setProblems({ ...problems, [name]: undefined })
    setTyped({ ...typed, [name]: next })
  }

  /** A refused value stays in its field with the reason; the others are saved. */
  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const refused: Typed = {}
    for (const config of changed) {
      try {
        await partnerConfigUpdate(id, config.name, { value: shownOf(config) || null })
      } catch (error) {
        refused[config.name] = fieldTexts(error).value ?? errorText(error)
      }
    }
    await invalidatePartnerConfigList(queryClient, id)
    setTyped(Object.fromEntries(Object.entries(typed).filter(([name]) => name in refused)))
    setProblems(refused)
    setBusy(false)
    if (Object.keys(refused).length === 0) notify.success(common('record.saved'))
  }

  return (
    <Paper component="form" withBorder radius="md" p="md" onSubmit={(event) => void save(event)}>
      <div className={classes.fields}>
        {configs.map((config) => (
          <Field
            key={config.name}
            name={config.name}
            value={shownOf(config)}
            onChange={(value) => change(config.name, value)}
            error={problems[config.name]}
            disabled={!mayChange}
          />
        ))}
      </div>
      {mayChange && (
        <Group justify="flex-end" mt="md">
          <Button type="submit" disabled={changed.length === 0} loading={isBusy}>
            {t('config.save')}
          </Button>
        </Group>
      )}
    </Paper>
  )
}

type FieldProps = {
  name: PartnerConfigName
  value: string
  onChange(value: string): void
  error: string | undefined
  disabled: boolean
}

/** The input that suits the kind of value. */
function Field({ name, value, onChange, error, disabled }: FieldProps) {
  const { t } = useTranslation('partners')
  const label = t(`config.label.${name}`)
  if (name === 'default_service') {
    return (
      <ServiceChoice
        label={label}
        error={error}
        disabled={disabled}
        value={value || null}
        onChange={(id) => onChange(id ?? '')}
      />
    )
  }
  return (
    <TextInput
      label={label}
      description={t(`config.text.${name}`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode={name === 'commission' ? 'decimal' : name === 'tracking_url' ? 'url' : undefined}
      rightSection={name === 'commission' ? <Text size="sm">%</Text> : undefined}
      error={error}
      disabled={disabled}
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
