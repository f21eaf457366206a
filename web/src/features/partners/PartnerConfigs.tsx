import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core'
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
import { ServiceChoice } from '@/app/RemoteChoice'
import { notify } from '@/ui/dialogs/notify'
import { LoadFailure } from '@/ui/LoadFailure'
import classes from './PartnerConfigs.module.css'

type PartnerConfigsProps = { id: string; mayChange: boolean }

/** The settings of a partner; each is saved on its own. */
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
  return (
    <div className={classes.rows}>
      {result.data.data.map((config) => (
        <ConfigRow key={config.name} id={id} config={config} mayChange={mayChange} />
      ))}
    </div>
  )
}

function ConfigRow({ id, config, mayChange }: PartnerConfigsProps & { config: PartnerConfig }) {
  const { t } = useTranslation('partners')
  const { t: common } = useTranslation()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { name } = config
  const value = typed ?? config.value ?? ''
  const isChanged = value !== (config.value ?? '')

  function change(next: string) {
    setProblem(undefined)
    setTyped(next)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await partnerConfigUpdate(id, name, { value: value || null })
      await invalidatePartnerConfigList(queryClient, id)
      setTyped(null)
      notify.success(common('record.saved'))
    } catch (error) {
      setProblem(fieldTexts(error).value ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void save(event)} className={classes.row}>
      <Field name={name} value={value} onChange={change} error={problem} disabled={!mayChange} />
      {mayChange && (
        <Group gap="xs" mt="xs">
          <Button
            type="submit"
            size="compact-sm"
            variant="default"
            disabled={!isChanged}
            loading={isBusy}
            aria-label={t('config.saveNamed', { name: t(`config.label.${name}`) })}
          >
            {common('record.save')}
          </Button>
        </Group>
      )}
    </form>
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
