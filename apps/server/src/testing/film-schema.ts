/** Tables with every kind of relationship, for the tests of embedded resources. */
export const filmSchema = `
  create table public.directors (id int primary key, name text not null);
  create table public.films (
    id int primary key, title text not null, year int,
    director_id int references public.directors
  );
  create table public.specs (film_id int primary key references public.films, minutes int);
  create table public.actors (id int primary key, name text not null);
  create table public.roles (
    film_id int references public.films, actor_id int references public.actors, character text,
    primary key (film_id, actor_id)
  );
  create table public.staff (id int primary key, name text, boss_id int references public.staff);
  create table public.addresses (id int primary key, street text);
  create table public.orders (
    id int primary key,
    billing_id int constraint orders_billing_fkey references public.addresses,
    shipping_id int constraint orders_shipping_fkey references public.addresses
  );
  create table public.films_1 (id int primary key, film_id int references public.films);
  create view public.old_films as select id, title as name, director_id from public.films where year < 1990;
  create view public.oldest_films as select * from public.old_films where id = 1;

  create function public.lead(public.films) returns setof public.actors rows 1 language sql stable
    as $$select a.* from actors a join roles r on r.actor_id = a.id where r.film_id = $1.id order by a.id limit 1$$;
  create function public.early_films(public.directors) returns setof public.films language sql stable
    as $$select * from films where director_id = $1.id and year < 1990$$;
  create function public.shout(public.films) returns text language sql stable
    as $$select upper($1.title)$$;
  create function public.thousand(public.actors) returns setof public.actors language sql stable rows 1000
    as $$select n, repeat('x', 100) from generate_series(1, 1000) n$$;
  create function public.films_since(since int) returns setof public.films language sql stable
    as $$select * from films where year >= since$$;

  insert into public.directors values (1, 'Cherd'), (2, 'Nonzee'), (3, 'Pen-Ek');
  insert into public.films values
    (1, 'The Adulterer', 1972, 1), (2, 'Muen and Rid', 1994, 1), (3, 'Nang Nak', 1999, 2),
    (4, 'Lost Reel', null, null);
  insert into public.specs values (1, 128), (3, 100);
  insert into public.actors values (1, 'Sorapong'), (2, 'Chintara'), (3, 'Intira'), (4, 'Winai');
  insert into public.roles values
    (1, 1, 'Thon'), (2, 2, 'Muen'), (2, 1, 'Rid'), (3, 3, 'Nak'), (3, 4, 'Mak');
  insert into public.films_1 values (7, 3);
  insert into public.staff values (1, 'Ann', null), (2, 'Boon', 1), (3, 'Chai', 1), (4, 'Dao', 2);
  insert into public.addresses values (1, 'Sathorn'), (2, 'Silom');
  insert into public.orders values (1, 1, 2), (2, 2, 2);
  grant all on all tables in schema public to service_role;
  grant execute on all functions in schema public to service_role;
  grant select on public.actors to anon;
  grant execute on function public.thousand to anon;`;
