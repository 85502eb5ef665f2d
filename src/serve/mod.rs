//! `bingwa serve`: the game as a page in the browser.
//!
//! The server knows the rules and searches, and keeps nothing: each request
//! brings its whole game ([`game`], [`think`]). What one request and all together
//! may cost is bounded: [`jobs`], [`rates`], [`connections`]. The page is part of
//! the program ([`assets`]) and runs in the browser without anything from outside.

mod assets;
mod connections;
mod game;
mod jobs;
mod opponents;
mod rates;
mod refusal;
mod think;
mod told;

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest, Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::time::{sleep, timeout};

use crate::interrupt::{self, Interrupted};
use crate::machine::cores;
use connections::{Bounded, Client};
use jobs::{Jobs, MOST_SLOTS};
use opponents::Opponents;
use rates::Rates;
use refusal::Refusal;

/// Serve a page on which Bao is played in the browser: against every level and
/// model, or two people at one board.
///
/// The address is the first line it prints. It listens on this machine alone
/// unless --address says otherwise. The page needs nothing from the network, and
/// the server stores nothing: games are saved as text by whoever plays them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa serve                                   then open http://127.0.0.1:8640/
  bingwa serve --model runs/quick/models/g006.bingwa
  bingwa serve --address 0.0.0.0                 for phones in the same network
  bingwa serve --port 0                          any free port: see the first line")]
pub(crate) struct Args {
    /// The port to listen on; 0: any free one
    #[arg(long, default_value_t = 8640)]
    port: u16,
    /// The address to listen on: 127.0.0.1 is this machine alone, 0.0.0.0 all its
    /// networks
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// A model to offer beside the program's own; may be repeated
    #[arg(long, value_name = "FILE")]
    model: Vec<PathBuf>,
    /// Searches at a time; more wait their turn [default: one per core]
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_SLOTS)))]
    searches: Option<u16>,
    /// Requests a second that one address may make, four times as many at once
    #[arg(long, value_name = "N", default_value_t = 30,
          value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
}

/// Bytes of a request: a game of a thousand moves takes eight thousand.
const LARGEST_BODY: usize = 64 << 10;
/// What is read of a larger one, so that its client hears the answer: who is cut
/// off while writing does not.
const LARGEST_READ: usize = 256 << 10;
/// From the head of a request to its answer, waiting included.
const LONGEST_REQUEST: Duration = Duration::from_secs(40);
/// What requests under way get when the server is stopped.
const LAST_MOMENTS: Duration = Duration::from_secs(2);

/// What requests share.
struct Service {
    opponents: Opponents,
    searches: Jobs,
    /// Games played through to be shown: quick, so they need not wait for
    /// searches.
    boards: Jobs,
    rates: Rates,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let stop = interrupt::listen()?;
    let searches = args.searches.map_or_else(cores, usize::from);
    let service = Service {
        opponents: Opponents::load(&args.model)?,
        searches: Jobs::new(searches),
        boards: Jobs::new(2),
        rates: Rates::new(args.rate),
    };
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("starting the server")?;
    let served = runtime.block_on(serve(args, service.into(), stop));
    // Searches that still run have seen that nobody waits for them.
    runtime.shutdown_timeout(LAST_MOMENTS);
    served?;
    Err(Interrupted("the page is served no more".to_owned()).into())
}

async fn serve(
    args: &Args,
    service: Arc<Service>,
    stop: &'static AtomicBool,
) -> anyhow::Result<()> {
    let asked = SocketAddr::new(args.address, args.port);
    let listener = TcpListener::bind(asked).await.with_context(|| {
        format!("listening on {asked}: is the port taken? --port names another, 0 any free one")
    })?;
    let address = listener.local_addr().context("the server's address")?;
    let mut out = io::stdout().lock();
    writeln!(out, "http://{address}/")?;
    out.flush()?;
    drop(out);
    eprintln!("open this address in a browser; Ctrl-C stops the server");
    let app = router(service).into_make_service_with_connect_info::<Client>();
    let serving = axum::serve(Bounded::new(listener), app).with_graceful_shutdown(pressed(stop));
    let serving = tokio::spawn(serving.into_future());
    pressed(stop).await;
    // What is not answered by then is cut off.
    let _ = timeout(LAST_MOMENTS, serving).await;
    Ok(())
}

/// Waits for Ctrl-C.
async fn pressed(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        sleep(Duration::from_millis(100)).await;
    }
}

fn router(service: Arc<Service>) -> Router {
    let api = Router::new()
        .route("/api/rules", get(rules))
        .route("/api/game", post(game::game))
        .route("/api/load", post(game::load))
        .route("/api/think", post(think::think))
        .route("/api/analyze", post(think::analyze))
        .route("/api/graph", post(think::graph))
        .method_not_allowed_fallback(|| async {
            Refusal::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "this is asked in another way",
            )
        })
        .layer(middleware::from_fn_with_state(
            Arc::clone(&service),
            bounded,
        ))
        .with_state(service);
    assets::routes()
        .merge(api)
        .fallback(|| async { Refusal::new(StatusCode::NOT_FOUND, "there is nothing here") })
}

/// `GET /api/rules`: the rule sets and who plays them.
async fn rules(State(service): State<Arc<Service>>) -> Json<serde_json::Value> {
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "rulesets": service.opponents.told(),
    }))
}

/// Holds each client to its rate and each request to its time and size.
async fn bounded(
    State(service): State<Arc<Service>>,
    ConnectInfo(Client(client)): ConnectInfo<Client>,
    request: Request,
    next: Next,
) -> Response {
    let answer = async {
        // Refused or not, it is read: else its connection is good for no other.
        let request = read(request).await;
        if !service.rates.allow(client.ip(), Instant::now()) {
            let message = "too many requests from this address: wait a second";
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, message));
        }
        Ok(next.run(request?).await)
    };
    let late = || Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request took too long");
    let answer = timeout(LONGEST_REQUEST, answer).await;
    answer
        .unwrap_or_else(|_| Err(late()))
        .unwrap_or_else(IntoResponse::into_response)
}

/// A request with its whole body in memory.
async fn read(mut request: Request) -> Result<Request, Refusal> {
    DefaultBodyLimit::max(LARGEST_READ).apply(&mut request);
    let (head, body) = request.into_parts();
    let whole = Request::from_parts(head.clone(), body);
    match Bytes::from_request(whole, &()).await {
        Ok(bytes) if bytes.len() <= LARGEST_BODY => Ok(Request::from_parts(head, bytes.into())),
        Err(error) if error.status() != StatusCode::PAYLOAD_TOO_LARGE => Err(Refusal::new(
            error.status(),
            "the request broke off or is no sound HTTP: its body could not be read",
        )),
        _ => Err(Refusal::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("a request has at most {LARGEST_BODY} bytes"),
        )),
    }
}
