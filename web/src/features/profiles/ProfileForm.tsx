import { Badge, Checkbox, Select, TextInput } from '@mantine/core'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  getUserProfileShowQueryKey,
  invalidateUserProfileList,
  invalidateUserProfileShow,
  userProfileCreate,
  userProfileUpdate,
  useUserProfileMatrix,
  useUserProfileShow,
} from '@/api/generated/endpoints/permissions/permissions'
import { invalidateDomainShow } from '@/api/generated/endpoints/site/site'
import { freshly } from '@/api/record-query'
import { ProfileKind, type UserProfile, type UserProfileChoice } from '@/api/schema'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { notify } from '@/ui/dialogs/notify'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { CopyFrom } from './CopyFrom'
import { KINDS } from './kinds'
import { Matrix } from './Matrix'
import { ProfileWays } from './ProfileWays'
import { Starters } from './Starters'
import { complete, emptyProfile, inputOf, type ProfileValues, valuesOf } from './values'

type ProfileFormProps = {
  id?: string
  from?: string | undefined
  /** The right to show, as 'shipment.cancel'. */
  right?: string | undefined
}

/** Creates a profile, on its own or as a copy of the one `from`, or changes the one of this id. */
export function ProfileForm({ id, from, right }: ProfileFormProps) {
  const { t } = useTranslation('profiles')
  const { required } = useRules()
  const record = useUserProfileShow(id ?? '', freshly(id))
  const original = useUserProfileShow(from ?? '', { query: { enabled: from !== undefined } })
  const source = id ? record : original
  const [kind, setKind] = useState<ProfileKind>()
  const matrix = useUserProfileMatrix(
    { kind: kind ?? source.data?.data.kind ?? emptyProfile.kind },
    { query: { placeholderData: keepPreviousData, enabled: !(id || from) || source.data !== undefined } },
  )
  const choices = matrix.data?.data ?? []
  const readOnly = record.data?.data.can.update === false
  return (
    <RecordForm
      name={from ? `profile-copy-${from}` : 'profile'}
      id={id}
      result={record}
      lookups={from ? [original, matrix] : [matrix]}
      title={id ? t('title') : t('createTitle')}
      nameOf={({ name }) => name}
      aside={({ bearer_count }) => <Bearers count={bearer_count} />}
      action={(profile) => <ProfileWays profile={profile} />}
      empty={() => startOf(original.data?.data, choices, (name) => t('copyOf', { name }))}
      valuesOf={(profile) => valuesOf(profile, choices)}
      validate={{ name: required }}
      save={(values, kept) => {
        const input = inputOf(values, choices)
        return kept
          ? userProfileUpdate(kept.id, { ...input, version: kept.version })
          : userProfileCreate({ ...input, kind: values.kind })
      }}
      refresh={refreshProfiles}
      submitLabel={t('save')}
      leaveTo={paths['profiles.index']}
    >
      {(fields) => (
        <>
          <General fields={fields} onKind={id ? undefined : setKind} readOnly={readOnly}>
            {!(id || from) && (
              <Starters
                key={fields.values.kind}
                kind={fields.values.kind}
                choices={choices}
                name={fields.values.name}
                onStart={fields.patch}
              />
            )}
          </General>
          <Rules fields={fields} choices={choices} id={id} right={right} readOnly={readOnly} />
        </>
      )}
    </RecordForm>
  )
}

function refreshProfiles(queryClient: QueryClient, saved: UserProfile) {
  queryClient.setQueryData(getUserProfileShowQueryKey(saved.id), { data: saved })
  void invalidateUserProfileShow(queryClient, saved.id)
  void invalidateUserProfileList(queryClient)
  // The current user may bear it.
  void invalidateDomainShow(queryClient)
}

const startOf = (
  original: UserProfile | undefined,
  choices: UserProfileChoice[],
  copyOf: (name: string) => string,
): ProfileValues =>
  original
    ? { ...valuesOf(original, choices), version: undefined, name: copyOf(original.name) }
    : { ...emptyProfile, rules: complete({}, choices) }

function Bearers({ count }: { count: number }) {
  const { t } = useTranslation('profiles')
  return (
    <Badge variant="light" color="gray" tt="none">
      {t('bearers', { count })}
    </Badge>
  )
}

type SectionProps = { fields: TiedFields<ProfileValues>; readOnly: boolean }
type GeneralProps = SectionProps & {
  /** Absent once the profile exists: its kind does not change. */
  onKind: ((kind: ProfileKind) => void) | undefined
  /** Between the kind and the words about it. */
  children: ReactNode
}

function General({ fields: { form, values, set }, onKind, readOnly, children }: GeneralProps) {
  const { t } = useTranslation('profiles')
  return (
    <FormSection title={t('section.general')} text={t('section.generalText')}>
      <TextInput
        label={t('field.name')}
        withAsterisk
        maxLength={80}
        disabled={readOnly}
        {...form.getInputProps('name')}
        {...HALF}
      />
      <Select
        label={t('field.kind')}
        description={t(`kindText.${values.kind}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={KINDS.map((kind) => ({ value: String(kind), label: t(`kind.${kind}`) }))}
        value={String(values.kind)}
        disabled={!onKind}
        allowDeselect={false}
        onChange={(chosen) => {
          const kind = KINDS.find((one) => String(one) === chosen) ?? ProfileKind.Staff
          set('kind', kind)
          onKind?.(kind)
        }}
        {...HALF}
      />
      {children}
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
      {values.kind === ProfileKind.Staff && (
        <Checkbox
          label={t('field.bound_to_subsidiaries')}
          description={t('field.boundText')}
          disabled={readOnly}
          {...form.getInputProps('bound_to_subsidiaries', { type: 'checkbox' })}
        />
      )}
    </FormSection>
  )
}

type RulesProps = SectionProps & {
  choices: UserProfileChoice[]
  id: string | undefined
  right: string | undefined
}

function Rules({ fields: { values, set }, choices, id, right, readOnly }: RulesProps) {
  const { t } = useTranslation('profiles')
  return (
    <>
      <FormSection title={t('section.matrix')} text={t('text')}>
        {!readOnly && (
          <CopyFrom
            except={id}
            onCopy={(profile) => {
              set('rules', complete(valuesOf(profile, choices).rules, choices))
              notify.info(t('matrix.copied', { name: profile.name }))
            }}
          />
        )}
      </FormSection>
      <Matrix
        choices={choices}
        rules={values.rules}
        disabled={readOnly}
        wanted={right}
        onChange={(rules) => set('rules', rules)}
      />
    </>
  )
}
