#!/usr/bin/env bash
# A PostgreSQL cluster that survives the loss of a node, on this machine: etcd, three nodes of Patroni, HAProxy and
# pgbouncer, from the templates beside this file. For trying failures, and as an example.
# Needs Debian's packages etcd-server, patroni, haproxy, pgbouncer, postgresql and curl.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: cluster.sh COMMAND FOLDER

  up FOLDER [BASE_PORT] [ETCD_MEMBERS]   builds the cluster, or starts what is not running; default 6000 and 3
  down FOLDER                            stops it; its data stays
  status FOLDER                          nodes, roles and lag
  kill-primary-postgres FOLDER           kill -9 of the primary's PostgreSQL; Patroni lives and fails over
  kill-primary-node FOLDER               kill -9 of the primary's PostgreSQL and Patroni
  kill-node FOLDER N                     the same of node N
  start-node FOLDER N                    starts node N again
  stop-node FOLDER N                     stops node N properly
  switchover FOLDER                      makes the synchronous replica the primary

FOLDER/.env gets the variables for the server. Ports: BASE_PORT + 30 primary, + 31 replicas, + 32 the site,
+ 33 statistics, + 40 pgbouncer, + 51 to + 54 the server processes behind the site.
TEXT
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
command=${1:-}
if [ $# -lt 2 ]; then
  usage
  [ "$command" = --help ] && exit 0
  exit 2
fi
[ "$command" = up ] && mkdir -p "$2"
folder=$(realpath -m "$2")
nodes='1 2 3'
settings="$folder/settings"

fail() {
  echo "cluster.sh: $*" >&2
  exit 1
}

# PostgreSQL does not run as root.
as=()
[ "$(id -u)" = 0 ] && as=(setpriv --reuid=postgres --regid=postgres --init-groups)
as_user() { HOME="$folder" "${as[@]}" "$@"; }

# until_true LIMIT ERROR COMMAND...: waits for the command to succeed.
until_true() {
  local limit=$1 what=$2
  shift 2
  local end=$((SECONDS + limit))
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || fail "$what after $limit s; see $folder/log"
    sleep 0.2
  done
}

pid_of() { cat "$folder/run/$1.pid" 2>/dev/null || true; }
runs() {
  local pid
  pid=$(pid_of "$1")
  # A killed process stays a zombie where nothing waits for it.
  [ -n "$pid" ] && [ -d "/proc/$pid" ] && ! grep -q '^State:.Z' "/proc/$pid/status" 2>/dev/null
}
is_gone() { ! runs "$1"; }

# start NAME COMMAND...: in the background, with its output in log/NAME.
start() {
  local name=$1
  shift
  runs "$name" && return
  HOME="$folder" setsid "${as[@]}" "$@" >>"$folder/log/$name" 2>&1 </dev/null &
  echo $! >"$folder/run/$name.pid"
}

stop() {
  runs "$1" || return 0
  kill "$(pid_of "$1")" 2>/dev/null || true
}

kill_now() {
  local pid
  for pid in "$@"; do kill -9 "$pid" 2>/dev/null || true; done
}

api_port() { echo $((BASE_PORT + 9 + $1)); }
pg_port() { echo $((BASE_PORT + 19 + $1)); }

# What stands for @NAME@ in the templates.
declare -A value
read_settings() {
  [ -f "$settings" ] || fail "there is no cluster in $folder; build one with: cluster.sh up $folder"
  # shellcheck disable=SC1090
  source "$settings"
  local n hosts='' peers=''
  for n in $(seq 1 "$ETCD_MEMBERS"); do
    hosts+=",127.0.0.1:$((BASE_PORT + n - 1))"
    peers+=",etcd$n=http://127.0.0.1:$((BASE_PORT + n + 2))"
  done
  etcd_peers=${peers#,}
  value=(
    [FOLDER]=$folder [BIN_DIR]=$BIN_DIR [ETCD_HOSTS]=${hosts#,}
    [PRIMARY_PORT]=$((BASE_PORT + 30)) [REPLICA_PORT]=$((BASE_PORT + 31)) [SITE_PORT]=$((BASE_PORT + 32))
    [STATISTICS_PORT]=$((BASE_PORT + 33)) [POOLER_PORT]=$((BASE_PORT + 40))
    [API_PASSWORD]=$API_PASSWORD [SUPERUSER_PASSWORD]=$SUPERUSER_PASSWORD
    [REPLICATION_PASSWORD]=$REPLICATION_PASSWORD [REWIND_PASSWORD]=$REWIND_PASSWORD
  )
  for n in $nodes; do
    value[API_PORT_$n]=$(api_port "$n")
    value[PG_PORT_$n]=$(pg_port "$n")
  done
  for n in 1 2 3 4; do value[SERVER_PORT_$n]=$((BASE_PORT + 50 + n)); done
}

# fill TEMPLATE FILE: writes the template with its values, readable by the cluster's user alone.
fill() {
  local text name
  text=$(<"$here/$1")
  for name in "${!value[@]}"; do text=${text//@$name@/${value[$name]}}; done
  install -m 600 /dev/null "$2"
  echo "$text" >"$2"
}

make_settings() {
  local bin_dir
  bin_dir=$(find /usr/lib/postgresql/*/bin -maxdepth 0 | sort -V | tail -n 1)
  install -m 600 /dev/null "$settings"
  {
    echo "BASE_PORT=${1:-6000}"
    echo "ETCD_MEMBERS=${2:-3}"
    echo "BIN_DIR=$bin_dir"
    for name in API SUPERUSER REPLICATION REWIND OWNER POOLER; do
      echo "${name}_PASSWORD=$(head -c 18 /dev/urandom | base64 | tr '+/' 'ab')"
    done
  } >"$settings"
}

write_configuration() {
  local n
  mkdir -p "$folder"/{run,log,pgbouncer}
  for n in $nodes; do
    mkdir -p "$folder/node$n"
    value[NUMBER]=$n value[API_PORT]=$(api_port "$n") value[PG_PORT]=$(pg_port "$n")
    fill patroni.yml "$folder/node$n/patroni.yml"
  done
  fill haproxy.cfg "$folder/haproxy.cfg"
  fill pgbouncer.ini "$folder/pgbouncer/pgbouncer.ini"
  install -m 600 /dev/null "$folder/pgbouncer/users.txt"
  echo "\"pgbouncer\" \"$POOLER_PASSWORD\"" >"$folder/pgbouncer/users.txt"
  local owner="postgresql://bkksiam:$OWNER_PASSWORD@127.0.0.1"
  install -m 600 /dev/null "$folder/.env"
  cat >"$folder/.env" <<TEXT
DATABASE_URL=$owner:${value[POOLER_PORT]}/bkksiam
DATABASE_DIRECT_URL=$owner:${value[PRIMARY_PORT]}/bkksiam
DATABASE_READ_URLS=$owner:${value[REPLICA_PORT]}/bkksiam
DATABASE_POOLER=transaction
SITE_URL=http://localhost:${value[SITE_PORT]}
TRUST_PROXY=loopback
TEXT
  [ ${#as[@]} = 0 ] || chown -R postgres: "$folder"
  as_user test -r "$settings" || fail "the user postgres cannot reach $folder: choose a folder it may enter"
}

start_etcd() {
  local n url peer
  for n in $(seq 1 "$ETCD_MEMBERS"); do
    url=http://127.0.0.1:$((BASE_PORT + n - 1))
    peer=http://127.0.0.1:$((BASE_PORT + n + 2))
    start "etcd$n" etcd --name "etcd$n" --data-dir "$folder/etcd$n" --logger zap --log-level warn \
      --listen-client-urls "$url" --advertise-client-urls "$url" \
      --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" \
      --initial-cluster "$etcd_peers" --initial-cluster-token bkksiam \
      --auto-compaction-mode periodic --auto-compaction-retention 1h
  done
}

start_node() { start "node$1" patroni "$folder/node$1/patroni.yml"; }

# is NODE ROLE: what its Patroni says of itself; primary, replica or sync.
is() { curl -sf -m 2 -o /dev/null "http://127.0.0.1:$(api_port "$1")/$2"; }
is_up() { is "$1" primary || is "$1" replica; }
primary() {
  local n
  for n in $nodes; do is "$n" primary && echo "$n" && return; done
  return 1
}
has_sync() {
  local n
  for n in $nodes; do is "$n" sync && return; done
  return 1
}

psql_on_primary() {
  PGPASSWORD=$SUPERUSER_PASSWORD psql -X -q -v ON_ERROR_STOP=1 \
    -h 127.0.0.1 -p "$(pg_port "$(primary)")" -U postgres "$@"
}

make_database() {
  local found
  found=$(psql_on_primary -At -c "select 1 from pg_roles where rolname = 'pgbouncer'" postgres)
  [ -n "$found" ] ||
    psql_on_primary -v "owner_password=$OWNER_PASSWORD" -v "pooler_password=$POOLER_PASSWORD" \
      -f "$here/database.sql" postgres >/dev/null
}

up() {
  [ -f "$settings" ] || make_settings "$@"
  read_settings
  write_configuration
  haproxy -c -q -f "$folder/haproxy.cfg"
  start_etcd
  for n in $nodes; do start_node "$n"; done
  until_true 60 'no node became the primary' primary
  for n in $nodes; do until_true 60 "node$n did not start" is_up "$n"; done
  # Until then strict mode lets no write through.
  until_true 60 'no replica became synchronous' has_sync
  make_database
  start haproxy haproxy -db -f "$folder/haproxy.cfg"
  start pgbouncer pgbouncer -q "$folder/pgbouncer/pgbouncer.ini"
  until_true 20 'pgbouncer does not answer' env PGPASSWORD="$OWNER_PASSWORD" \
    psql -X -c 'select 1' -h 127.0.0.1 -p "${value[POOLER_PORT]}" -U bkksiam bkksiam
  echo "the cluster is up; the variables for the server are in $folder/.env"
}

down() {
  local name names='pgbouncer haproxy node1 node2 node3'
  for name in $names; do stop "$name"; done
  for name in $names; do until_true 60 "$name did not stop" is_gone "$name"; done
  for name in etcd1 etcd2 etcd3; do stop "$name"; done
  for name in etcd1 etcd2 etcd3; do until_true 20 "$name did not stop" is_gone "$name"; done
}

postmaster() { head -n 1 "$folder/node$1/data/postmaster.pid"; }

# Patroni first, or it would notice.
kill_node() {
  local postgres
  postgres=$(postmaster "$1")
  # shellcheck disable=SC2046
  kill_now "$(pid_of "node$1")" "$postgres" $(pgrep -P "$postgres")
  echo "node$1"
}

kill_primary_postgres() {
  local n postgres
  n=$(primary) || fail 'there is no primary'
  postgres=$(postmaster "$n")
  # shellcheck disable=SC2046
  kill_now "$postgres" $(pgrep -P "$postgres")
  echo "node$n"
}

[ "$command" = up ] && shift 2 && up "$@" && exit
read_settings
case "$command" in
down) down ;;
status) as_user patronictl -c "$folder/node1/patroni.yml" list ;;
kill-primary-postgres) kill_primary_postgres ;;
kill-primary-node) kill_node "$(primary)" ;;
kill-node) kill_node "${3:?which node}" ;;
start-node) start_node "${3:?which node}" ;;
stop-node)
  stop "node${3:?which node}"
  until_true 60 "node$3 did not stop" is_gone "node$3"
  ;;
switchover) as_user patronictl -c "$folder/node1/patroni.yml" switchover --force bkksiam ;;
*) usage && exit 2 ;;
esac
