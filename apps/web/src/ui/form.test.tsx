import { render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Combobox } from './combobox.tsx';
import { PasswordField, TextArea, TextField } from './form-field.tsx';
import { Form } from './form.tsx';
import { SelectField } from './select-field.tsx';

const empty = { name: '', message: '', password: '', role: 'member', city: '' };
const cities = ['Bangkok', 'Phuket'].map((value) => ({ value, text: value, detail: value }));

function Everything({ onState }: { readonly onState: (fields: typeof empty) => void }) {
  const [fields, setFields] = useState(empty);
  const change = (changed: Partial<typeof empty>) =>
    setFields((before) => ({ ...before, ...changed }));
  onState(fields);
  return (
    <Form>
      <TextField
        label="Name"
        value={fields.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <PasswordField
        label="Password"
        showLabel="Show"
        hideLabel="Hide"
        value={fields.password}
        onChange={({ target }) => change({ password: target.value })}
      />
      <TextArea
        label="Message"
        value={fields.message}
        onChange={({ target }) => change({ message: target.value })}
      />
      <SelectField
        label="Role"
        choices={['member', 'admin'].map((value) => ({ value, text: value }))}
        value={fields.role}
        onValue={(role) => change({ role })}
      />
      <label htmlFor="city">City</label>
      <Combobox
        id="city"
        name="city"
        chosen={cities.find(({ value }) => value === fields.city)}
        find={(text) => cities.filter(({ text: city }) => city.toLowerCase().includes(text))}
        onChoose={(city) => change({ city: city ?? '' })}
        placeholder=""
        listLabel="Cities"
        countText={String}
        noneText="none"
      />
    </Form>
  );
}

/** A server-rendered page with input before hydration. */
function hydrateAfter(type: () => void) {
  const onState = vi.fn<(fields: typeof empty) => void>();
  const page = <Everything onState={onState} />;
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(page);
  type();
  const { unmount } = render(page, { container: root, hydrate: true });
  onTestFinished(unmount);
  return () => onState.mock.lastCall?.[0];
}

function typeInto(label: string, value: string): void {
  const field = screen.getByLabelText(label);
  Object.assign(field, { value });
}

it('knows what was typed and chosen before hydration', async () => {
  const state = hydrateAfter(() => {
    typeInto('Name', 'Malai');
    typeInto('Password', 'secret');
    typeInto('Message', 'Two\nlines');
    typeInto('Role', 'admin');
    typeInto('City', 'phuk');
  });
  const typed = { name: 'Malai', password: 'secret', message: 'Two\nlines', role: 'admin' };
  await waitFor(() => expect(state()).toEqual({ ...typed, city: 'Phuket' }));
  expect(screen.getByLabelText('City')).toHaveProperty('value', 'Phuket');
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('keeps a text that fits nothing', () => {
  const state = hydrateAfter(() => typeInto('City', 'nowhere'));
  expect(screen.getByLabelText('City')).toHaveProperty('value', 'nowhere');
  expect(screen.queryByText('none')).toBeNull();
  expect(state()).toEqual(empty);
});

it('offers what fits the text of a box that is being typed into', async () => {
  const state = hydrateAfter(() => {
    typeInto('City', 'phuk');
    screen.getByLabelText('City').focus();
  });
  const list = within(await screen.findByRole('listbox'));
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'PhuketPhuket',
  ]);
  expect(state()).toEqual(empty);
});

it('reports nothing where nothing was typed', () => {
  const state = hydrateAfter(() => undefined);
  expect(state()).toEqual(empty);
});

it('is not for the browser to send before hydration', () => {
  const html = renderToString(<Form action="/elsewhere" />);
  expect(html).toContain('method="dialog"');
});
