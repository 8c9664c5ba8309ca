import { ImagePlus, Trash2 } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { languagesOf, spokenLanguages } from '@bkksiam/domain/agency';
import { languages } from '@bkksiam/domain/languages';
import { languageNames } from '#entities/agency/agency-profile.ts';
import { useLanguage } from '#platform/i18n.ts';
import { uploadPicture } from '#platform/public-pictures.ts';
import { shrinkPicture } from '#platform/shrink-picture.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TextField } from '#ui/form-field.tsx';
import { CheckField } from '#ui/parts/check-field.tsx';
import { Group, type FieldsProps } from './field-group.tsx';

/** Of a logo on a sheet of paper, in pixels. */
const longestSide = 600;

function Logo({ form }: FieldsProps) {
  const { t } = useTranslation('adminAgency');
  const input = useRef<HTMLInputElement>(null);
  const { logo } = form.values;
  const upload = useMutation({
    mutationKey: ['agency', 'logo'],
    mutationFn: async (file: File) => {
      const picture = await shrinkPicture(file, longestSide);
      if (typeof picture === 'string') return picture;
      form.change('logo', await uploadPicture('agency', picture));
      return undefined;
    },
  });
  const problem = upload.isError ? 'failed' : upload.data;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm font-mid">{t('field.logo')}</p>
      {logo !== '' && (
        <img
          src={logo}
          alt={t('logo.shown')}
          className="h-20 max-w-full rounded-md border border-line object-contain p-2"
        />
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={t('logo.add')}
        className="hidden"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined && !upload.isPending) upload.mutate(file);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          tone="secondary"
          size="sm"
          busy={upload.isPending}
          onClick={() => input.current?.click()}
        >
          <ImagePlus className="size-5" />
          {t(logo === '' ? 'logo.add' : 'logo.change')}
        </Button>
        {logo !== '' && (
          <Button tone="secondary" size="sm" onClick={() => form.change('logo', '')}>
            <Trash2 className="size-5" />
            {t('logo.remove')}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-2">{t('hint.logo')}</p>
      {problem !== undefined && <Alert title={t(`logo.problem.${problem}`)} />}
    </div>
  );
}

function Languages({ form }: FieldsProps) {
  const { t } = useTranslation('adminAgency');
  const language = useLanguage();
  const chosen = languagesOf(form.values);
  const names = languageNames(spokenLanguages, language);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-mid">{t('field.languages')}</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        {spokenLanguages.map((code, index) => (
          <CheckField
            key={code}
            label={names[index]}
            readOnly={form.busy}
            value={chosen.includes(code)}
            onValue={(isSpoken) =>
              form.change(
                'languages',
                spokenLanguages
                  .filter((one) => (one === code ? isSpoken : chosen.includes(one)))
                  .join(),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** What visitors read of the agency beside its name. */
export function VisitorFields({ form }: FieldsProps) {
  const { t } = useTranslation('adminAgency');
  return (
    <Group title={t('group.visitors')} text={t('group.visitorsText')}>
      {languages.map((language) => (
        <TextField
          key={language}
          {...form.field(`hours_${language}`)}
          autoComplete="off"
          lang={language}
          label={t(`field.hours_${language}`)}
        />
      ))}
      <Languages form={form} />
      <Logo form={form} />
    </Group>
  );
}
