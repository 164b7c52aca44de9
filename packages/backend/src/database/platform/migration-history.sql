-- Lets the site compare the migrations of the database with its own while it runs. For plain PostgreSQL only. Run after
-- the migrations, which create the table; may be repeated.

grant usage on schema supabase_migrations to backend;
grant select on supabase_migrations.schema_migrations to backend;
