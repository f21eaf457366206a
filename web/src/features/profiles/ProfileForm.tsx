import { Alert, Button, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '@/api/errors'
import {
  getUserProfileShowQueryKey,
  invalidateUserProfileList,
  invalidateUserProfileShow,
  userProfileShow,
} from '@/api/generated/endpoints/permissions/permissions'
import { invalidateDomainShow } from '@/api/generated/endpoints/site/site'
import type { UserProfile, UserProfileChoice } from '@/api/schema'
import { paths } from '@/app/paths'
import { notify } from '@/ui/dialogs/notify'
import { HALF } from '@/ui/form/field-width'
import { mergeTyped } from '@/ui/form/merge-typed'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { CopyFrom } from './CopyFrom'
import { KINDS } from './kinds'
import { Matrix } from './Matrix'
import { complete, type ProfileValues, STAFF, valuesOf } from './values'

type Props = {
  /** Names the draft. */
  name: string
  initial: ProfileValues
  choices: UserProfileChoice[]
  savedText: string
  save(values: ProfileValues): Promise<UserProfile>
  /** The profile that is changed; none while it is created. */
  id?: string
  /** Only while it is created: a profile stays what it is for. */
  onKind?(kind: ProfileValues['kind']): void
  readOnly?: boolean
}

export function ProfileForm(props: Props) {
  const { name, initial, choices, savedText, save, id, onKind, readOnly } = props
  const { t } = useTranslation(['profiles', 'codes'])
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [stale, setStale] = useState(false)
  const model = useResourceForm<ProfileValues, UserProfile>({
    name,
    initial,
    validate: { name: (value) => (value.trim() ? null : t('codes:required')) },
    async submit(values) {
      try {
        return await save(values)
      } catch (error) {
        setStale(codeOf(error) === 'stale_version')
        throw error
      }
    },
    onSaved(profile) {
      queryClient.setQueryData(getUserProfileShowQueryKey(profile.id), { data: profile })
      void invalidateUserProfileShow(queryClient, profile.id)
      void invalidateUserProfileList(queryClient)
      // This page may go by it, too.
      void invalidateDomainShow(queryClient)
      notify.success(savedText)
      void navigate({ to: paths['profiles.index']() })
    },
  })
  const { form } = model
  const { values } = form

  async function takeNewest(profileId: string) {
    const base = form.getInitialValues()
    const typed = form.getValues()
    const newest = valuesOf((await userProfileShow(profileId)).data, choices)
    const rules = mergeTyped(base.rules, typed.rules, newest.rules)
    form.setInitialValues(newest)
    form.setValues({ ...mergeTyped(base, typed, newest), rules, version: newest.version })
    model.clearFailure()
    setStale(false)
  }

  return (
    <ResourceForm
      model={model}
      submitLabel={t('save')}
      onCancel={() => void navigate({ to: paths['profiles.index']() })}
      readOnly={readOnly}
    >
      {stale && id && <StaleNotice onTakeNewest={() => takeNewest(id)} />}
      <FormSection title={t('section.general')} text={t('section.generalText')}>
        <TextInput
          label={t('field.name')}
          withAsterisk
          maxLength={80}
          disabled={readOnly}
          {...form.getInputProps('name')}
          {...HALF}
        />
        <NativeSelect
          label={t('field.kind')}
          description={t(`kindText.${values.kind}`)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={KINDS.map((kind) => ({ value: String(kind), label: t(`kind.${kind}`) }))}
          value={String(values.kind)}
          disabled={!onKind}
          onChange={(event) => {
            const kind = KINDS.find((one) => String(one) === event.currentTarget.value) ?? 10
            form.setFieldValue('kind', kind)
            onKind?.(kind)
          }}
          {...HALF}
        />
        <TextInput
          label={t('field.description')}
          maxLength={400}
          disabled={readOnly}
          {...form.getInputProps('description')}
        />
        <Checkbox
          label={t('field.active')}
          description={t('field.activeText')}
          disabled={readOnly}
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
        {values.kind === STAFF && (
          <Checkbox
            label={t('field.bound_to_subsidiaries')}
            description={t('field.boundText')}
            disabled={readOnly}
            {...form.getInputProps('bound_to_subsidiaries', { type: 'checkbox' })}
          />
        )}
      </FormSection>
      <FormSection title={t('section.matrix')} text={t('text')}>
        {!readOnly && (
          <CopyFrom
            except={id}
            onCopy={(profile) => {
              form.setFieldValue('rules', complete(valuesOf(profile, choices).rules, choices))
              notify.info(t('matrix.copied', { name: profile.name }))
            }}
          />
        )}
        <Text size="sm" c="dimmed" role="status">
          {t('matrix.count', {
            count: choices.filter((cell) => values.rules[`${cell.resource} ${cell.action}`] !== 'none')
              .length,
          })}
        </Text>
      </FormSection>
      <Matrix
        choices={choices}
        rules={values.rules}
        disabled={readOnly}
        onChange={(rules) => form.setFieldValue('rules', rules)}
      />
    </ResourceForm>
  )
}

/** Somebody else saved first. Nothing that was changed here is thrown away for it. */
function StaleNotice({ onTakeNewest }: { onTakeNewest(): Promise<void> }) {
  const { t } = useTranslation('profiles')
  const [loading, setLoading] = useState(false)
  async function take() {
    setLoading(true)
    try {
      await onTakeNewest()
      notify.info(t('stale.merged'))
    } catch (error) {
      notify.failure(error)
    } finally {
      setLoading(false)
    }
  }
  return (
    <Alert mb="md" icon={<IconRefresh aria-hidden />} title={t('stale.title')}>
      <Text size="sm" mb="xs">
        {t('stale.text')}
      </Text>
      <Button size="compact-sm" loading={loading} onClick={() => void take()}>
        {t('stale.take')}
      </Button>
    </Alert>
  )
}
